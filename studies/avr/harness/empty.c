/* What the start-up code calls once RAM is set up. The harness takes over here. */
int main(void)
{
    for (;;)
        ;
}
