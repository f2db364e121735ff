/* The start-up code calls this once RAM is set up. The harness takes over here. */
int main(void)
{
    for (;;)
        ;
}
