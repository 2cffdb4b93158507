import {type Binding, keyTable} from './key-table.js';

export type FooterHint = {readonly key: string; readonly text: string};

/** Those that must be there however narrow the screen is, the last one first. */
const essential = new Set(['help', 'quit']);

/** As many hints as fit on a line of that width, in the order of the key table. */
export function footerHints(width: number): readonly FooterHint[] {
	const hinted = keyTable.filter(binding => binding.hint !== undefined);
	const wanted = [
		...hinted.filter(binding => essential.has(binding.command)),
		...hinted.filter(binding => !essential.has(binding.command)),
	];
	const shown = new Set<Binding>();
	let used = -2;
	for (const binding of wanted) {
		const length = 2 + hintOf(binding).key.length + 1 + hintOf(binding).text.length;
		if (used + length > width) {
			break;
		}

		used += length;
		shown.add(binding);
	}

	return hinted.filter(binding => shown.has(binding)).map(hintOf);
}

function hintOf({shown, hint = ''}: Binding): FooterHint {
	return {key: shown.split(' ')[0] ?? '', text: hint};
}
