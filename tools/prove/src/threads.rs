//! Runs jobs in several threads, and delivers their results in the order of the jobs.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// More threads would need more memory than many machines have: a prover takes up to 1.5 GB.
const MOST_THREADS: usize = 4;

/// The stack size of a program's first thread.
const STACK_BYTES: usize = 8 << 20;

/// Runs all jobs. Calls `take` in this thread with their results: first with all results of the first job, then with
/// all of the second, and so on, each as early as this order permits.
///
/// # Errors
///
/// The first error in the order of the jobs. Jobs that have begun are finished first.
pub(crate) fn in_threads<J: Sync, T: Send>(
    jobs: &[J],
    run: impl Fn(&J, &dyn Fn(T)) -> Result<(), String> + Sync,
    mut take: impl FnMut(T),
) -> Result<(), Box<dyn std::error::Error>> {
    let next = AtomicUsize::new(0);
    let count = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS).min(jobs.len());
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..count {
            let (sender, next, run) = (sender.clone(), &next, &run);
            let work = move || {
                while let Some((number, job)) = Some(next.fetch_add(1, Relaxed)).and_then(|n| Some((n, jobs.get(n)?))) {
                    let tell = |result| sender.send((number, Said::Result(result))).unwrap_or_default();
                    let ended = run(job, &tell);
                    if ended.is_err() {
                        next.store(jobs.len(), Relaxed);
                    }
                    sender.send((number, Said::Ended(ended))).unwrap_or_default();
                }
            };
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        }
        drop(sender);
        // Results that came too early.
        let mut early: Vec<Vec<Said<T>>> = jobs.iter().map(|_| Vec::new()).collect();
        let mut now = 0;
        for (number, said) in receiver {
            early[number].push(said);
            while let Some(queue) = early.get_mut(now).filter(|queue| !queue.is_empty()) {
                for said in std::mem::take(queue) {
                    match said {
                        Said::Result(result) => take(result),
                        Said::Ended(ended) => {
                            ended?;
                            now += 1;
                        }
                    }
                }
            }
        }
        Ok(())
    })
}

/// A message from a job.
enum Said<T> {
    Result(T),
    Ended(Result<(), String>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let (jobs, mut told): (Vec<usize>, Vec<usize>) = ((0..50).collect(), Vec::new());
        let run = |job: &usize, tell: &dyn Fn(usize)| {
            tell(2 * job);
            thread::yield_now();
            tell(2 * job + 1);
            Ok(())
        };
        in_threads(&jobs, run, |result| told.push(result)).expect("no job fails");
        assert_eq!(told, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_of_a_job_is_returned() {
        let run = |job: &usize, tell: &dyn Fn(usize)| {
            tell(*job);
            if *job == 3 { Err("the fourth".into()) } else { Ok(()) }
        };
        let mut told = Vec::new();
        let error = in_threads(&[0, 1, 2, 3], run, |result| told.push(result)).expect_err("a job fails");
        assert_eq!((error.to_string(), told), ("the fourth".into(), vec![0, 1, 2, 3]));
    }
}
