//! Output files, and what may already be at their path: devices, FIFOs, links, modes, folders.
#![cfg(target_os = "linux")]

use counterpoint_cli::output_file::{self, Output};
use std::fs::{self, Permissions};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

fn place() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

/// Returns the names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it can be read");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_made_and_replaced() {
    let place = place();
    let file = place.path().join("page");
    output_file::write(&file, b"one").expect("it is written");
    fs::write(place.path().join("by the system"), "").expect("it is written");
    let mode = |name: &str| fs::metadata(place.path().join(name)).expect("it is there").mode();
    assert_eq!(mode("page"), mode("by the system"));
    output_file::write(&file, b"two").expect("it is written");
    assert_eq!(fs::read(&file).expect("it is there"), b"two");
    assert_eq!(names(place.path()), ["by the system", "page"]);
}

#[test]
fn a_name_without_a_folder_is_in_this_one() {
    assert!(Output::at(Path::new("no-such-file-yet")).expect("it can be written").is_replaced());
    assert!(!Path::new("no-such-file-yet").exists());
}

#[test]
fn files_beside_it_survive() {
    let place = place();
    let file = place.path().join("page");
    for name in ["page.tmp", "page~", ".page.tmp", "page.bak"] {
        fs::write(place.path().join(name), name).expect("it is written");
    }
    output_file::write(&file, b"one").expect("it is written");
    for name in ["page.tmp", "page~", ".page.tmp", "page.bak"] {
        assert_eq!(fs::read_to_string(place.path().join(name)).expect("it is there"), name);
    }
    assert_eq!(names(place.path()).len(), 5);
}

/// A link with the name of a temporary file is not followed.
#[test]
fn a_link_in_the_way_is_not_followed() {
    let place = place();
    let other = place.path().join("other");
    fs::write(&other, "unchanged").expect("it is written");
    symlink(&other, place.path().join("page.tmp")).expect("it is made");
    output_file::write(&place.path().join("page"), b"one").expect("it is written");
    assert_eq!(fs::read(&other).expect("it is there"), b"unchanged");
}

#[test]
fn links_are_followed_and_stay() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::create_dir_all(at("far/away")).expect("it is made");
    fs::write(at("far/away/page"), "old").expect("it is written");
    symlink("far/away", at("folder")).expect("it is made");
    symlink("folder/page", at("link")).expect("it is made");
    symlink(at("link"), at("link to link")).expect("it is made");
    output_file::write(&at("link to link"), b"new").expect("it is written");
    assert_eq!(fs::read(at("far/away/page")).expect("it is there"), b"new");
    for link in ["folder", "link", "link to link"] {
        assert!(fs::symlink_metadata(at(link)).expect("it is there").is_symlink(), "{link}");
    }
    // A link whose target does not exist leads to the file that opening it would create.
    symlink("far/away/new", at("dangling")).expect("it is made");
    output_file::write(&at("dangling"), b"made").expect("it is written");
    assert_eq!(fs::read(at("far/away/new")).expect("it is there"), b"made");
    assert!(fs::symlink_metadata(at("dangling")).expect("it is there").is_symlink());
    symlink("round", at("round")).expect("it is made");
    let message = output_file::write(&at("round"), b"").expect_err("it is a loop");
    assert!(message.contains("round") && message.contains("links"), "{message}");
}

#[test]
fn mode_and_owner_are_kept() {
    let place = place();
    let file = place.path().join("page");
    for mode in [0o600, 0o640, 0o755, 0o666] {
        fs::write(&file, "old").expect("it is written");
        fs::set_permissions(&file, Permissions::from_mode(mode)).expect("its mode is set");
        let old = fs::metadata(&file).expect("it is there");
        output_file::write(&file, b"new").expect("it is written");
        let new = fs::metadata(&file).expect("it is there");
        assert_eq!((new.mode() & 0o7777, new.uid(), new.gid()), (mode, old.uid(), old.gid()));
        assert_ne!(new.ino(), old.ino());
    }
    // Root may give files away, so the owner can differ.
    if std::os::unix::fs::chown(&file, Some(12345), Some(54321)).is_ok() {
        output_file::write(&file, b"newer").expect("it is written");
        let new = fs::metadata(&file).expect("it is there");
        assert_eq!((new.uid(), new.gid()), (12345, 54321));
    }
}

#[test]
fn a_device_is_written_into() {
    let null = Output::at(Path::new("/dev/null")).expect("it can be written");
    assert!(!null.is_replaced());
    null.write(b"nothing").expect("it takes everything");
    assert!(fs::metadata("/dev/null").expect("it is there").file_type().is_char_device());
    let message = output_file::write(Path::new("/dev/full"), b"much").expect_err("it is full");
    assert_eq!(message, "/dev/full: No space left on device; free some space, or name a file elsewhere");
    assert!(fs::metadata("/dev/full").expect("it is there").file_type().is_char_device());
}

#[test]
fn a_fifo_is_written_into() {
    let place = place();
    let fifo = place.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("it starts").success());
    let reader = Command::new("cat").arg(&fifo).stdout(std::process::Stdio::piped()).spawn().expect("it starts");
    let output = Output::at(&fifo).expect("it can be written");
    output.write(b"through the pipe").expect("it is written");
    assert_eq!(reader.wait_with_output().expect("it ends").stdout, b"through the pipe");
    assert!(fs::metadata(&fifo).expect("it is there").file_type().is_fifo());
    assert_eq!(names(place.path()), ["fifo"]);
}

/// Runs the example `write`, which copies its standard input to the path in its first argument.
fn example(redirection: &str, path: &Path) -> std::process::Output {
    let script = format!("{{ echo before; echo page | \"$0\" \"$1\"; }} {redirection}");
    Command::new("sh").args(["-c", &script]).arg(write()).arg(path).output().expect("it starts")
}

/// Returns the path of that example.
fn write() -> PathBuf {
    let tests = std::env::current_exe().expect("a test has a file");
    tests.parent().and_then(Path::parent).expect("it lies two folders deep").join("examples/write")
}

#[test]
fn standard_output_by_its_name_is_written_into() {
    let place = place();
    let file = place.path().join("all");
    for name in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"] {
        assert_eq!(example("", Path::new(name)).stdout, b"before\npage\n", "{name}");
        // A file opened by the shell is not replaced either, so its contents stay.
        fs::write(&file, "").expect("it is written");
        let number = fs::metadata(&file).expect("it is there").ino();
        example(&format!("> '{}'", file.display()), Path::new(name));
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "before\npage\n", "{name}");
        assert_eq!(fs::metadata(&file).expect("it is there").ino(), number, "{name}");
    }
    let link = place.path().join("link");
    symlink("/dev/stdout", &link).expect("it is made");
    assert_eq!(example("", &link).stdout, b"before\npage\n");
    let full = example("2>&1 > /dev/full", Path::new("/dev/stdout"));
    assert!(String::from_utf8_lossy(&full.stdout).contains("/dev/stdout: No space left on device"), "{full:?}");
}

#[test]
fn what_cannot_be_written_is_named_with_the_remedy() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    let refused = |name: &str| {
        let path = at(name);
        let message = Output::at(&path).expect_err("it can't be written");
        assert_eq!(output_file::write(&path, b"new").expect_err("it can't be written"), message);
        assert!(message.starts_with(&path.display().to_string()) && !message.contains("os error"), "{message}");
        message
    };
    assert!(refused("no/such/folder").contains("No such file or directory; create the folder first"));
    assert!(refused("no-such-folder/").contains("No such file or directory; create the folder first"));
    fs::write(at("file"), "old").expect("it is written");
    assert!(refused("file/below").contains("create the folder first"));
    fs::create_dir(at("folder")).expect("it is made");
    assert!(refused("folder").to_lowercase().contains("is a directory; name a file in it"));
    assert_eq!(names(place.path()), ["file", "folder"]);
}

/// Root may write anywhere, so the example runs as another user, if the test can switch to one.
#[test]
fn a_folder_that_cannot_be_written_keeps_its_file() {
    let place = place();
    let folder = place.path().join("closed");
    let file = folder.join("page");
    fs::create_dir(&folder).expect("it is made");
    fs::write(&file, "old").expect("it is written");
    let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).expect("its mode is set");
    let write = || {
        let tests = std::env::current_exe().expect("a test has a file");
        let examples = tests.parent().and_then(Path::parent).expect("it lies two folders deep").join("examples");
        if fs::metadata(&folder).expect("it is there").uid() != 0 {
            return Command::new(examples.join("write")).arg(&file).output().expect("it starts");
        }
        // The program itself may be in a folder that another user can't read.
        let program = place.path().join("write");
        fs::copy(examples.join("write"), &program).expect("it is copied");
        mode(&program, 0o755);
        let path = file.to_str().expect("it is text");
        let id = ["--reuid=65534", "--regid=65534", "--clear-groups"];
        Command::new("setpriv").args(id).arg(program).arg(path).output().expect("it starts")
    };
    mode(place.path(), 0o755);
    mode(&file, 0o666);
    mode(&folder, 0o555);
    let (closed_folder, kept) = (write(), fs::read(&file));
    mode(&folder, 0o777);
    mode(&file, 0o444);
    let (closed_file, kept_again) = (write(), fs::read(&file));
    mode(&file, 0o666);
    let open = write();
    for (outcome, at) in [(closed_folder, "closed: Permission denied"), (closed_file, "page: Permission denied")] {
        let message = String::from_utf8_lossy(&outcome.stderr).into_owned();
        assert!(message.contains(at) && message.contains("or name a file elsewhere"), "{message}");
        assert_eq!(outcome.status.code(), Some(1));
    }
    assert_eq!((kept.expect("it is there"), kept_again.expect("it is there")), (b"old".to_vec(), b"old".to_vec()));
    assert_eq!(open.status.code(), Some(0), "{open:?}");
    assert_eq!(names(&folder), ["page"]);
}

/// If the disk is full in the middle of a file, the old contents stay and no other file is left. A limit on the size of
/// files simulates the full disk.
#[test]
fn an_error_in_the_middle_leaves_the_old_contents() {
    let place = place();
    let file = place.path().join("page");
    fs::write(&file, "old").expect("it is written");
    let script = "trap '' XFSZ; ulimit -f 8; head -c 1000000 /dev/zero | \"$0\" \"$1\"";
    let output = Command::new("sh").args(["-c", script]).arg(write()).arg(&file).output().expect("it starts");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("page: File too large; name a file elsewhere"), "{message}");
    assert_eq!(fs::read(&file).expect("it is there"), b"old");
    assert_eq!(names(place.path()), ["page"]);
}

/// Some systems report only at `fsync` that they can't store the data. A replaced `fsync` simulates this.
#[test]
fn contents_that_do_not_get_to_the_disk_replace_nothing() {
    let place = place();
    let (file, library) = (place.path().join("page"), place.path().join("fsync.so"));
    fs::write(&file, "old").expect("it is written");
    let source = place.path().join("fsync.c");
    fs::write(&source, "#include <errno.h>\nint fsync(int file) { (void)file; errno = EIO; return -1; }\n")
        .expect("it is written");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    assert!(built.expect("there is a compiler").success());
    let script = "echo new | LD_PRELOAD=\"$2\" \"$0\" \"$1\"";
    let output = Command::new("sh").args(["-c", script]).arg(write()).args([&file, &library]).output();
    let output = output.expect("it starts");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && message.contains("page: Input/output error"), "{message}");
    assert_eq!(fs::read(&file).expect("it is there"), b"old");
    assert_eq!(names(place.path()), ["fsync.c", "fsync.so", "page"]);
}
