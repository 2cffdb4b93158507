import type {DOMElement} from 'ink';
import {toColumn} from './terminal-codes.js';

/**
 * Returns the lines of the screen as Ink has placed them, with their styles. The lines already have their final width. Letting Ink
 * tokenise them character by character would add 7 ms per frame.
 */
export function frameLines(root: DOMElement): readonly string[] {
	const lines: string[] = Array.from({length: root.yogaNode?.getComputedHeight() ?? 0}, () => '');
	addLines(root, 0, 0, lines);
	return lines;
}

/** Parts side by side are sorted by column. Each begins with a cursor movement, so it needs no padding. */
function addLines(element: DOMElement, above: number, before: number, lines: string[]): void {
	const {yogaNode, nodeName, childNodes, internal_transform: textOf} = element;
	if (!yogaNode) {
		return;
	}
	const top = above + yogaNode.getComputedTop();
	const left = before + yogaNode.getComputedLeft();
	if (nodeName === 'ink-text') {
		// A column with too little height for its lines pushes the last ones out of the frame.
		const height = Math.min(yogaNode.getComputedHeight(), lines.length - top);
		for (let index = 0; index < height; index++) {
			const text = textOf?.('', index) ?? '';
			if (left === 0) {
				lines[top + index] = text;
			} else if (text !== '') {
				lines[top + index] += toColumn(left + 1) + text;
			}
		}
		return;
	}
	for (const child of childNodes) {
		if (child.nodeName !== '#text') {
			addLines(child, top, left, lines);
		}
	}
}
