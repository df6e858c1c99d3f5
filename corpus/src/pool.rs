//! A thread pool with a thread for each processor.

use std::sync::Mutex;
use std::thread::Builder;

/// The stack of each thread, in bytes: that of the command line, for derivations of thousands of steps.
const STACK: usize = 64 << 20;

/// The results of `work` for all items, in their order.
///
/// # Panics
/// If `work` does.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(items.iter().enumerate());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let some = || std::iter::from_fn(next).map(|(n, item)| (n, work(item))).collect::<Vec<_>>();
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let start = |_| Builder::new().stack_size(STACK).spawn_scoped(scope, some).ok();
        let threads: Vec<_> = (0..threads).filter_map(start).collect();
        // Where no thread starts this one does all the work.
        let alone = if threads.is_empty() { some() } else { vec![] };
        let others = threads.into_iter().flat_map(|thread| joined(thread.join()));
        others.chain(alone).collect()
    });
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, result)| result).collect()
}

fn joined<T>(result: std::thread::Result<T>) -> T {
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_are_in_the_order_of_items() {
        let numbers: Vec<usize> = (0..1000).collect();
        assert_eq!(map(&numbers, |n| n * 2), numbers.iter().map(|n| n * 2).collect::<Vec<_>>());
        assert!(map(&[] as &[usize], |n| *n).is_empty());
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_comes_through() {
        map(&[1, 7, 3], |n| assert_ne!(*n, 7, "seven"));
    }
}
