//! Work on many things at once, as many at a time as there are processors.

use std::sync::Mutex;

/// What `work` makes of each thing, in their order.
///
/// # Panics
/// If `work` does.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(items.iter().enumerate());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let some = || std::iter::from_fn(next).map(|(n, item)| (n, work(item))).collect::<Vec<_>>();
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(some)).collect();
        threads.into_iter().flat_map(|thread| joined(thread.join())).collect()
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
    fn results_are_in_the_order_of_the_things() {
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
