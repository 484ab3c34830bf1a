# Completions of kitpress for fish. The program itself knows what fits: commands, kits, cards, tables, moves.
function __kitpress_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l current (commandline -ct)
    test (count $current) -eq 0; and set current ''
    $program complete fish -- $words $current 2>/dev/null
end
complete -c kitpress -f -a '(__kitpress_complete)'
