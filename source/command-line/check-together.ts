import type {PrintForm} from '../output/forms.js';
import type {OptionName} from './options.js';
import type {Given} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/** Two options that exclude each other, and the reason. */
type Exclusion = readonly [one: OptionName, other: OptionName, because: string];

const exclusions: readonly Exclusion[] = [
	['count', 'limit', '--count counts all matches'],
	['count', 'follow', '--count prints once, at the end'],
	['alert', 'count', 'rules check new requests, --count counts existing ones'],
	['no-past', 'count', 'no requests would remain to count'],
	...(['json', 'csv', 'raw'] as const).map(
		(form): Exclusion => ['rows', form, 'rows belong to the listing; --limit N prints only the newest N'],
	),
	['rows', 'count', '--count counts all matches, and accepts no --limit either'],
	['rows', 'limit', 'to print, give one of them'],
	['columns', 'raw', 'lines are printed as they were logged'],
	['columns', 'count', '--count prints only the number'],
	['no-follow', 'follow', 'one stops at the end, the other continues'],
	['no-follow', 'no-past', 'no requests would remain to show'],
	['alert', 'no-follow', 'rules check only new requests'],
	['exec', 'count', 'it belongs to rules, which check only new requests'],
	['mouse', 'no-mouse', 'one turns the mouse on, the other off'],
	['color', 'no-color', 'one sets when to use colours, the other turns them off'],
	['config', 'no-config', 'one names the config file, the other reads none'],
	['output', 'follow', 'the file appears once it is complete, which never happens'],
];

/** When printing, these options only make sense with `--follow`. */
const needFollow: ReadonlyArray<readonly [name: OptionName, because: string]> = [
	['alert', 'rules check only new requests'],
	['exec', 'it belongs to rules, which check only new requests'],
	['no-past', 'no requests would remain to print'],
];

/**
 * Checks that options, including the print forms, can be combined.
 * @throws UsageError
 */
export function checkTogether(given: Given, forms: readonly PrintForm[]): void {
	const [form] = forms;
	if (forms.length > 1) {
		throw new UsageError(
			`${forms.map(name => `--${name}`).join(' and ')} exclude each other: give one of them`,
		);
	}
	for (const [one, other, because] of exclusions) {
		if (given.has(one) && given.has(other)) {
			throw new UsageError(`--${one} and --${other} exclude each other: ${because}`);
		}
	}
	for (const [name, because] of needFollow) {
		if (given.has(name) && form !== undefined && !given.has('follow')) {
			throw new UsageError(`--${name} with --${form} needs --follow: ${because}`);
		}
	}
}
