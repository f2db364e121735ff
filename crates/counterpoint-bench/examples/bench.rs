fn main() -> std::process::ExitCode {
    use clap::Parser;
    #[derive(Parser)]
    struct A {
        #[command(subcommand)]
        c: C,
    }
    #[derive(clap::Subcommand)]
    enum C {
        Bench(counterpoint_bench::BenchArgs),
    }
    let C::Bench(b) = A::parse().c;
    counterpoint_bench::run(b)
}
