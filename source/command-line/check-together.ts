import type {PrintForm} from '../output/entry-printer.js';
import type {OptionName} from './options.js';
import type {Given} from './read-arguments.js';
import {UsageError} from './usage-error.js';

/** Two options that exclude each other, and the reason. */
type Exclusion = readonly [one: OptionName, other: OptionName, because: string];

const exclusions: readonly Exclusion[] = [
	['count', 'limit', 'it counts all that match'],
	['count', 'follow', 'it is said once, at the end'],
	['alert', 'count', 'a rule looks at what is written from now on, and that is what there is now'],
	['no-past', 'count', 'nothing would be left to count'],
	...(['json', 'csv', 'raw'] as const).map(
		(form): Exclusion => ['rows', form, 'rows are of the listing; --limit N prints only the newest N'],
	),
	['rows', 'count', 'it counts all that match, and takes no --limit either'],
	['rows', 'limit', 'to print, give one of them'],
	['columns', 'raw', 'lines are printed as they were logged'],
	['columns', 'count', 'nothing but the number is printed'],
	['no-follow', 'follow', 'one reads once, the other goes on'],
	['no-follow', 'no-past', 'nothing would be left to show'],
	['alert', 'no-follow', 'a rule looks at what is written from now on'],
	['exec', 'count', 'it is for rules, which look at what is written from now on'],
	['mouse', 'no-mouse', 'one begins with the mouse, the other without'],
	['color', 'no-color', 'one says when there are colours, the other never'],
	['config', 'no-config', 'one names the config file, the other reads none'],
	['output', 'follow', 'the file appears when it is whole, which would be never'],
];

/** When printing, these options only make sense with `--follow`. */
const needFollow: ReadonlyArray<readonly [name: OptionName, because: string]> = [
	['alert', 'a rule looks at what is written from now on'],
	['exec', 'it is for rules, which look at what is written from now on'],
	['no-past', 'nothing would be left to print'],
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
