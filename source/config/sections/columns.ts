import type {Node} from 'jsonc-parser';
import {columnsIn} from '../../command-line/kinds.js';
import type {ChosenColumn} from '../../format/chosen-columns.js';
import type {Section} from '../../user-files/section.js';

/** Parses `columns`: the columns of the screen, in the syntax of `--columns` or as a list. */
export function readColumns(node: Node, section: Section): readonly ChosenColumn[] | undefined {
	const example = '"status,time,url:60"';
	if (node.type !== 'array') {
		const text = section.text(node, 'columns', example);
		return text === undefined ? undefined : columnsIn(node, text, section);
	}
	const items = node.children ?? [];
	if (items.length === 0) {
		return section.mistake(node, `columns is empty: write ${example}, or remove it`);
	}
	const texts = items.map(item => section.text(item, 'a column', '"url:60"'));
	return texts.includes(undefined) ? undefined : columnsIn(node, texts.join(','), section);
}
