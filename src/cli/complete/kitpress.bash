# Completions of kitpress for bash. The program itself knows what fits: commands, kits, cards, tables, moves.
_kitpress() {
    local value
    COMPREPLY=()
    while IFS= read -r value; do
        COMPREPLY+=("$value")
    done < <("${COMP_WORDS[0]/#\~/$HOME}" complete bash --breaks "$COMP_WORDBREAKS" -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    # What goes on gets no blank behind it.
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=:,] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -F _kitpress kitpress
