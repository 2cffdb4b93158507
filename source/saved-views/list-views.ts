import {choiceText, shownColumns} from '../format/chosen-columns.js';
import {fitWidth, terminalWidth} from '../format/fit-width.js';
import {sanitise} from '../format/sanitise.js';
import type {Redaction} from '../redaction/redaction.js';
import {shellQuoted, shellWord} from '../shell-word.js';
import type {View} from './views.js';

/**
 * Lists all views, one a line: the name, and the content as options.
 * @param redaction - redacts the output; `--view NAME` still uses the original
 */
export function listViews(
	views: ReadonlyMap<string, View>,
	{shownText, shownField}: Pick<Redaction, 'shownText' | 'shownField'>,
): readonly string[] {
	if (views.size === 0) {
		return ['No views: :save NAME saves the current screen.'];
	}
	const lines = Array.from(
		views,
		([name, view]) =>
			[
				sanitise(name),
				optionsOf({
					...view,
					query: sanitise(shownText(view.query)),
					columns: view.columns && shownColumns(view.columns, shownField),
				}),
			] as const,
	);
	const width = Math.max(...lines.map(([name]) => terminalWidth(name)));
	return lines.map(([name, text]) => `${fitWidth(name, width)}  ${text}`);
}

function optionsOf({query, columns, rows, sort, panel, redact}: View): string {
	return [
		...(query === '' ? [] : [`-q ${shellQuoted(query)}`]),
		...(columns === null ? [] : [`--columns ${shellWord(sanitise(choiceText(columns)))}`]),
		...(rows === null ? [] : [`--rows ${rows}`]),
		...(sort === 'time' ? [] : [`--sort ${sort}`]),
		...(redact ? ['--redact'] : []),
		...(panel === null ? [] : [`(with the ${panel})`]),
	].join(' ');
}
