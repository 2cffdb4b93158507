/** What a terminal puts around what is pasted: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, DECSET 2004. */
const begin = '\u001B[200~';
const end = '\u001B[201~';

/** So much of what was read last may be the beginning of a mark. */
const carried = begin.length - 1;

/**
 * Ends a paste whose end mark doesn't come, once nothing has come for a while: what is typed would be taken for a part
 * of it for ever. What comes of it later is read as keys, so the time must be longer than a slow line's pauses.
 *
 * @param keyboard Read by `read`, as text. The end mark is put where the next read finds it.
 * @param silence Milliseconds.
 * @returns the function that ends this
 */
export function endPastes(keyboard: NodeJS.ReadStream, silence: number): () => void {
	let isPasting = false;
	let last = '';
	let timer: NodeJS.Timeout | undefined;
	const took = (text: string): void => {
		clearTimeout(timer);
		let rest = last + text;
		for (;;) {
			const mark = isPasting ? end : begin;
			const index = rest.indexOf(mark);
			if (index === -1) {
				break;
			}

			isPasting = !isPasting;
			rest = rest.slice(index + mark.length);
		}

		last = rest.slice(-carried);
		if (isPasting) {
			timer = setTimeout(() => keyboard.unshift(end, 'utf8'), silence).unref();
		}
	};

	const read = keyboard.read;
	keyboard.read = (size?: number) => {
		const piece: unknown = read.call(keyboard, size);
		if (typeof piece === 'string') {
			took(piece);
		}

		return piece;
	};
	return () => {
		clearTimeout(timer);
		keyboard.read = read;
	};
}
