//! Questions about the system, asked once per run.

use std::collections::BTreeMap;
use std::sync::Mutex;

/// The answers to questions about the system, each asked only once.
#[derive(Default)]
pub(crate) struct Programs {
    answers: Mutex<BTreeMap<String, bool>>,
}

impl Programs {
    pub(crate) fn once(&self, question: &str, answer: impl FnOnce() -> bool) -> bool {
        if let Some(answer) = self.lock().get(question) {
            return *answer;
        }
        let answer = answer();
        self.lock().insert(question.to_owned(), answer);
        answer
    }

    /// Must be called after something was installed.
    pub(crate) fn forget(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, bool>> {
        self.answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
