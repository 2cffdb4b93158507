import type {DOMElement} from 'ink';
import type {PieceLine} from '../spans/piece.js';
import {paint} from './paint.js';

type Node = DOMElement['childNodes'][number];

/**
 * Returns the lines that Ink has laid out, with their styles. Every string on the screen is one line, already cut to the width.
 * Letting Ink tokenise it too, character by character, would cost 7 ms more per frame.
 */
export function frameLines(root: DOMElement): readonly string[] {
	const lines: string[] = Array.from({length: root.yogaNode?.getComputedHeight() ?? 0}, () => '');
	place(root, 0, lines, isStyled(root));
	return lines;
}

/** True if the terminal supports styles. Ink detects that; the result shows in the transforms of the nodes. */
function isStyled(node: Node): boolean {
	if (node.nodeName === '#text') {
		return false;
	}
	const isChanged = node.internal_transform !== undefined && node.internal_transform('x', 0) !== 'x';
	return isChanged || node.childNodes.some(isStyled);
}

function place(element: DOMElement, offset: number, lines: string[], hasStyles: boolean): void {
	if (!element.yogaNode) {
		return;
	}
	const top = offset + element.yogaNode.getComputedTop();
	if (element.nodeName === 'ink-text') {
		// A column with too little height for its lines pushes the last ones out of the frame.
		if (top < lines.length) {
			lines[top] = styled(element);
		}
		return;
	}
	const own = element.attributes.lines as unknown as readonly PieceLine[] | undefined;
	for (const [index, line] of own?.entries() ?? []) {
		if (top + index < lines.length) {
			lines[top + index] = paint(line, hasStyles);
		}
	}
	for (const child of element.childNodes) {
		if (child.nodeName !== '#text') {
			place(child, top, lines, hasStyles);
		}
	}
}

/** Returns the text of an element and its children, with their styles. */
function styled(node: Node): string {
	if (node.nodeName === '#text') {
		return node.nodeValue;
	}
	const text = node.childNodes.map(styled).join('');
	return text !== '' && node.internal_transform ? node.internal_transform(text, 0) : text;
}
