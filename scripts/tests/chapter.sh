# shellcheck shell=sh
# To be sourced: carries a chapter of docs/adding.md out in a copy of the project, and counts what is written by hand.

# copy_project FOLDER: makes the folder a copy of the project, without what is built.
copy_project() {
    rm -rf "$1"
    mkdir -p "$1"
    tar -c --exclude=./target --exclude=./.git --exclude=node_modules . | tar -x -C "$1"
}

# carry_out CHAPTER FOLDER: puts the added lines of the chapter's examples into the files of the folder. An example is a
# block `diff`, whose first line names the file; its added lines come after the line that is in front of them.
carry_out() {
    awk -v chapter="## $1" -v folder="$2" '
        /^## / { inside = $0 == chapter }
        !inside { next }
        /^ *```diff$/ { block = 1; file = ""; margin = index($0, "`") - 1; next }
        /^ *```$/ { if (block) put(); block = 0; next }
        block {
            line = substr($0, margin + 1)
            if (file == "") { file = folder "/" $NF; before = ""; added = ""; next }
            if (substr(line, 1, 1) == "+") added = added substr(line, 2) "\n"
            else if (added == "") before = substr(line, 2)
        }
        function put(    text, found) {
            while ((getline text < file) > 0) {
                all = all text "\n"
                if (text == before && !found) { all = all added; found = 1 }
            }
            close(file)
            if (!found) { print file " lacks the line: " before > "/dev/stderr"; exit 1 }
            printf "%s", all > file
            close(file)
            all = ""
        }
    ' docs/adding.md
}

# at_most COUNT FOLDER FAMILY: prints how many places of the folder differ from the project: runs of changed lines, and
# new files. What is in the family's own folder does not count. Fails if there are more.
at_most() {
    places=$(diff --recursive --new-file --unified=0 --exclude=target --exclude=.git --exclude=node_modules . "$2" |
        awk -v own="$2/crates/counterpoint/src/$3/" '
            /^\+\+\+ / { file = $2 }
            /^@@ / && index(file, own) != 1 { count++ }
            END { print count + 0 }')
    echo "$places places are written by hand; $1 are permitted"
    [ "$places" -le "$1" ]
}
