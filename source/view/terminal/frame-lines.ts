import type {DOMElement} from 'ink';
import type {PieceLine} from '../spans/piece.js';
import {paint} from './paint.js';

type Node = DOMElement['childNodes'][number];

/**
 * The lines of what Ink has laid out, each with the looks of its pieces. Every text of the screen is a line of its own
 * that has been cut to the width already: tokenised by Ink as well, character by character, a frame took 7 ms more.
 */
export function frameLines(root: DOMElement): readonly string[] {
	const lines: string[] = Array.from({length: root.yogaNode?.getComputedHeight() ?? 0}, () => '');
	place(root, 0, lines, isStyled(root));
	return lines;
}

/** Whether the terminal has looks: Ink finds that out, and texts that it has been given tell. */
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
		// A column that is too short for its lines pushes the last ones out.
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

/** The text of an element and of what it is made of, with its look. */
function styled(node: Node): string {
	if (node.nodeName === '#text') {
		return node.nodeValue;
	}

	const text = node.childNodes.map(styled).join('');
	return text !== '' && node.internal_transform ? node.internal_transform(text, 0) : text;
}
