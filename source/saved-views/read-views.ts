import {applyEdits, modify, type Node} from 'jsonc-parser';
import {columnList, rowCount} from '../command-line/kinds.js';
import {calendarIn} from '../format/calendar.js';
import {choiceText} from '../format/chosen-columns.js';
import {type Order, orders} from '../query/order.js';
import {parseQuery} from '../query/parsing/parse-query.js';
import {QueryError} from '../query/query-error.js';
import {UserError} from '../user-error.js';
import {Section} from '../user-files/section.js';
import {lineFinder, type Mistake, readSyntax} from '../user-files/syntax.js';
import {type View, type ViewPanel, viewPanels} from './views.js';

/** The views can't be read or written. The message contains the path, the reason, and advice. */
export class ViewsError extends UserError {}

const parts = ['query', 'columns', 'rows', 'sort', 'panel', 'redact'] as const;

/**
 * Parses the file of views. Returns the views by name, in file order.
 * @param file - name for messages
 * @throws ViewsError with the first error
 */
export function readViews(text: string, file: string): ReadonlyMap<string, View> {
	const content = text.replace(/^\uFEFF/, '');
	const syntax = readSyntax(content);
	if ('mistake' in syntax) {
		throw viewsError(content, file, [syntax.mistake]);
	}
	const {root} = syntax;
	const section = new Section();
	const views = new Map<string, View>();
	if (root !== undefined) {
		for (const {name, value} of section.entries(root, 'the file', '{"errors": {"query": "status:5xx"}}')) {
			views.set(name, readView(name, value, section));
		}
	}
	if (section.mistakes.length > 0) {
		throw viewsError(content, file, section.mistakes);
	}
	return views;
}

function viewsError(text: string, file: string, mistakes: readonly Mistake[]): ViewsError {
	const [first] = [...mistakes].sort((a, b) => a.offset - b.offset);
	const line = lineFinder(text)(first?.offset ?? 0);
	return new ViewsError(`${file}:${line}: ${first?.text}; fix it or remove it; reqscope left it unchanged`);
}

function readView(name: string, node: Node, section: Section): View {
	const view: {-readonly [Part in keyof View]: View[Part]} = {
		query: '',
		columns: null,
		rows: null,
		sort: 'time',
		panel: null,
		redact: false,
	};
	for (const entry of section.entries(node, `the view ${name}`, '{"query": "status:5xx"}')) {
		const {value} = entry;
		switch (section.known(entry, 'part of a view', parts)) {
			case 'query':
				view.query = readQuery(value, section) ?? '';
				break;
			case 'columns':
				view.columns = columnList.readSetting(value, section, 'columns') ?? null;
				break;
			case 'rows':
				view.rows = rowCount.readSetting(value, section, 'rows') ?? null;
				break;
			case 'sort':
				view.sort = section.word<Order>(value, 'sort', orders) ?? 'time';
				break;
			case 'panel':
				view.panel = section.word<ViewPanel>(value, 'panel', viewPanels) ?? null;
				break;
			case 'redact':
				view.redact = section.yesOrNo(value, 'redact') ?? false;
				break;
			case undefined:
		}
	}
	return view;
}

function readQuery(node: Node, section: Section): string | undefined {
	const text: unknown = node.value;
	if (text === '') {
		return '';
	}
	const query = section.text(node, 'query', '"status:5xx"')?.trim();
	const attempt = (): string | undefined => {
		parseQuery(query ?? '', calendarIn('local', Date.now()));
		return query;
	};
	return section.attempt(node, attempt, error =>
		error instanceof QueryError ? `query: ${error.message}` : undefined,
	);
}

const formatting = {insertSpaces: false, tabSize: 1, insertFinalNewline: true, eol: '\n'};

/** Returns the text with a view added, replaced, or removed if `view` is null. The rest of the text doesn't change. */
export function withView(text: string, name: string, view: View | null): string {
	const content = text.replace(/^\uFEFF/, '').trim() === '' ? '{}\n' : text;
	const written = view === null ? undefined : writtenView(view);
	return applyEdits(content, modify(content, [name], written, {formattingOptions: formatting}));
}

function writtenView({query, columns, rows, sort, panel, redact}: View): Readonly<Record<string, unknown>> {
	return {
		query,
		...(columns === null ? {} : {columns: choiceText(columns)}),
		...(rows === null ? {} : {rows}),
		...(sort === 'time' ? {} : {sort}),
		...(panel === null ? {} : {panel}),
		...(redact ? {redact} : {}),
	};
}
