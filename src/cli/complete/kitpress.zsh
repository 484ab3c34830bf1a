#compdef kitpress
# Completions of kitpress for zsh. The program itself knows what fits: commands, kits, cards, tables, moves.
_kitpress() {
    local program=${~${(Q)words[1]}} line value
    local -a lines whole whole_told open open_told
    lines=("${(@f)$($program complete zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    for line in $lines; do
        value=${line%%$'\t'*}
        # What goes on gets no blank behind it.
        if [[ $value == *[/=:,] ]]; then
            open+=("$value")
            open_told+=("${line/$'\t'/  -- }")
        else
            whole+=("$value")
            whole_told+=("${line/$'\t'/  -- }")
        fi
    done
    local -i found=1
    (( $#whole )) && compadd -l -d whole_told -a whole && found=0
    (( $#open )) && compadd -l -S '' -d open_told -a open && found=0
    return found
}
# Loaded by itself it is the function; sourced, it has to be told.
if [[ $funcstack[1] == _kitpress ]]; then
    _kitpress "$@"
else
    compdef _kitpress kitpress
fi
