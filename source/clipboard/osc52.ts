/** Terminals take no more than 100,000 characters of a sequence, or none at all of it: hterm's bound, the lowest known. */
const longestSequence = 100_000;

/** GNU screen passes on no more than 768 bytes of a sequence at a time. */
const screenPiece = 512;

/** UTF-8 bytes of the longest text that is handed to a terminal. */
export const mostCopied = Math.floor(((longestSequence - 16) / 4) * 3);

const escapeCode = '\u001b';
const bell = '\u0007';
const end = `${escapeCode}\\`;

/**
 * What makes a terminal put a text on the clipboard of the machine that it runs on, also from another machine: OSC 52 of
 * https://invisible-island.net/xterm/ctlseqs/ctlseqs.html. Within tmux and screen also in the form that these pass on.
 * Null for a text that is too long.
 */
export const osc52 = (text: string, env: Readonly<Record<string, string | undefined>>): string | null => {
	const bytes = Buffer.from(text);
	if (bytes.length > mostCopied) {
		return null;
	}
	const plain = `${escapeCode}]52;c;${bytes.toString('base64')}${bell}`;
	const {TMUX: tmux = '', STY: screen = ''} = env;
	if (tmux !== '') {
		// The first is for `set-clipboard on`, the second for `allow-passthrough on`.
		return `${plain}${escapeCode}Ptmux;${escapeCode}${plain}${end}`;
	}
	if (screen !== '') {
		const pieces = plain.match(new RegExp(`.{1,${screenPiece}}`, 'gs')) ?? [];
		return pieces.map(piece => `${escapeCode}P${piece}${end}`).join('');
	}
	return plain;
};
