# shellcheck shell=sh
# To be sourced: follows a chapter of docs/adding.md in a copy of the project, and counts the places edited by hand.

# copy_project FOLDER: makes the folder a copy of the project, without build outputs.
copy_project() {
    rm -rf "$1"
    mkdir -p "$1"
    tar -c --exclude=./target --exclude=./.git --exclude=node_modules . | tar -x -C "$1"
}

# carry_out CHAPTER FOLDER: inserts the lines that the chapter's examples add into the files of the folder. An example
# is a `diff` block whose first line names the file; its added lines are inserted after the line that precedes them.
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

# at_most COUNT FOLDER FAMILY: prints in how many places (runs of changed lines, and new files) the folder differs from
# the project, not counting the family's own folder. Fails if there are more than COUNT.
at_most() {
    places=$(diff --recursive --new-file --unified=0 --exclude=target --exclude=.git --exclude=node_modules . "$2" |
        awk -v own="$2/crates/counterpoint/src/$3/" '
            /^\+\+\+ / { file = $2 }
            /^@@ / && index(file, own) != 1 { count++ }
            END { print count + 0 }')
    echo "$places places edited by hand; at most $1 are allowed"
    [ "$places" -le "$1" ]
}
