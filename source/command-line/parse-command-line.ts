import {parseArgs} from 'node:util';
import leven from 'leven';
import {chosenReaders} from '../entries/chosen-readers.js';
import {formats} from '../entries/formats.js';
import {FormatError} from '../entries/pattern/format-error.js';
import type {ChosenColumn} from '../listing/chosen-columns.js';
import {timeFormatter} from '../listing/time-formatter.js';
import {usualRows} from '../listing/usual-rows.js';
import {type PrintForm, printForms} from '../output/print-form.js';
import {columnsOption} from './columns-option.js';
import {type CommandName, commands} from './commands.js';
import {type OptionName, options} from './options.js';
import {UsageError} from './usage-error.js';

/** What the user asked for. */
export type CommandLine = {
	/** Files, directories, globs, `-`; empty: none given. */
	readonly paths: readonly string[];
	/** What to print; undefined: the screen, on a terminal. */
	readonly form: PrintForm | undefined;
	/** What to do instead of watching or printing logs. */
	readonly show: 'help' | 'version' | CommandName | undefined;
	/** What is searched for, as it was given, see `queryOf`; empty: everything. */
	readonly query: string;
	/** The format of all lines, see `chosenReaders`; undefined: each line's is found out. */
	readonly format: string | undefined;
	readonly rows: number | 'fit';
	/** The columns of the listing, and the fields that are printed; undefined: not given. */
	readonly columns: readonly ChosenColumn[] | undefined;
	readonly zone: string;
	readonly demo: boolean;
	readonly noFollow: boolean;
	readonly follow: boolean;
	readonly past: boolean;
	readonly poll: boolean;
	readonly maxEntries: number | undefined;
	readonly source: string;
	/** Whether what looks secret is hidden, on the screen and in all that is printed. */
	readonly redact: boolean;
	readonly color: 'auto' | 'always' | 'never';
	/** The newest so many; undefined: not given. */
	readonly limit: number | undefined;
	/** The file to print to; undefined: standard output. */
	readonly output: string | undefined;
	/** Whether `output` may replace a file. */
	readonly overwrite: boolean;
};

type Given = ReadonlyMap<OptionName, string | true>;

/**
 * Reads the arguments, without those of the interpreter.
 * @throws UsageError when the arguments can't be carried out as they stand
 */
export const parseCommandLine = (args: readonly string[]): CommandLine => {
	const {given, paths: words} = read(args);
	const command = commands.find(({name}) => name === words[0])?.name;
	const paths = command === undefined ? words : words.slice(1);
	const forms = printForms.filter(form => given.has(form));
	const form = forms[0];
	const limit = wholeNumber(given, 'limit', 0);
	if (forms.length > 1) {
		throw new UsageError(
			`${forms.map(name => `--${name}`).join(' and ')} exclude each other: give one of them`,
		);
	}
	exclude(given, 'count', 'limit', 'it counts all that match');
	exclude(given, 'count', 'follow', 'it is said once, at the end');
	for (const printing of printForms) {
		exclude(given, 'max-entries', printing, 'it is the screen that holds no more than so many');
	}
	exclude(given, 'columns', 'raw', 'lines are printed as they were logged');
	exclude(given, 'columns', 'count', 'nothing but the number is printed');
	exclude(given, 'no-follow', 'follow', 'one reads once, the other goes on');
	exclude(given, 'no-follow', 'no-past', 'nothing would be left to show');
	if (given.has('no-past') && form !== undefined && !given.has('follow')) {
		throw new UsageError(`--no-past with --${form} needs --follow: nothing would be left to print`);
	}
	const output = outputFile(given, form);
	if (command === 'doctor' && ((form !== undefined && form !== 'json') || output !== undefined)) {
		throw new UsageError('doctor prints text, or with --json one object a line');
	}
	return {
		paths,
		form,
		show: given.has('help') ? 'help' : given.has('version') ? 'version' : command,
		query: String(given.get('query') ?? ''),
		format: format(given.get('format')),
		rows: given.get('rows') === 'fit' ? 'fit' : (wholeNumber(given, 'rows', 1, ', or fit') ?? usualRows),
		columns: columnsOption(given.get('columns')),
		zone: zone(given.get('tz')),
		demo: given.has('demo'),
		noFollow: given.has('no-follow'),
		follow: given.has('follow'),
		past: !given.has('no-past'),
		poll: given.has('poll'),
		maxEntries: wholeNumber(given, 'max-entries', 1),
		source: String(given.get('source') ?? ''),
		redact: given.has('redact'),
		color: color(given.get('color')),
		limit,
		output,
		overwrite: given.has('overwrite'),
	};
};

/** Options whose value may be empty. */
const emptyable: ReadonlySet<OptionName> = new Set(['source', 'query']);

const read = (args: readonly string[]): {given: Given; paths: readonly string[]} => {
	const given = new Map<OptionName, string | true>();
	const paths: string[] = [];
	const {tokens} = parseArgs({
		args: [...args],
		strict: false,
		tokens: true,
		options: Object.fromEntries(
			options.map(option => [
				option.name,
				{
					type: 'value' in option ? ('string' as const) : ('boolean' as const),
					...('short' in option ? {short: option.short} : {}),
				},
			]),
		),
	});
	for (const token of tokens) {
		if (token.kind === 'positional') {
			if (token.value === '') {
				throw new UsageError('an empty path: give the path of a log, or - for piped input');
			}
			paths.push(token.value);
		}
		if (token.kind === 'option') {
			const option = options.find(({name}) => name === token.name);
			if (option === undefined) {
				const near = nearest(
					token.name,
					options.map(({name}) => name),
				);
				const advice = near === undefined ? 'see --help' : `did you mean --${near}? See --help`;
				throw new UsageError(`unknown option ${token.rawName}: ${advice}`);
			}
			const isMissing = token.value === undefined || (token.value === '' && !emptyable.has(option.name));
			if ('value' in option && isMissing) {
				throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${option.value}`);
			}
			if (!('value' in option) && token.value !== undefined) {
				throw new UsageError(`${token.rawName} takes no value: write ${token.rawName} alone`);
			}
			given.set(option.name, token.value ?? true);
		}
	}
	return {given, paths};
};

/** Typing mistakes that a name may have and still be told. */
const mostMistakes = 2;

/** The name that was probably meant: one that begins so, or one that differs by a typing mistake or two. */
const nearest = <Name extends string>(given: string, names: readonly Name[]): Name | undefined => {
	const [best] = names
		.map(name => ({name, distance: name.startsWith(given) ? 0 : leven(given, name)}))
		.sort((a, b) => a.distance - b.distance);
	return best !== undefined && given.length > mostMistakes && best.distance <= mostMistakes
		? best.name
		: undefined;
};

const format = (value: string | true | undefined): string | undefined => {
	if (value === undefined) {
		return undefined;
	}
	const given = String(value);
	try {
		chosenReaders(given);
	} catch (error) {
		if (!(error instanceof FormatError)) {
			throw error;
		}
		const near = nearest(
			given,
			formats.map(({name}) => name),
		);
		const isName = /^[\w-]+$/.test(given);
		const list = isName ? ' (reqscope formats lists them)' : '';
		const advice = isName && near !== undefined ? ` (did you mean ${near}?)` : list;
		throw new UsageError(`--format ${given}: ${error.message}${advice}`, {cause: error});
	}
	return given;
};

const exclude = (given: Given, one: OptionName, other: OptionName, because: string): void => {
	if (given.has(one) && given.has(other)) {
		throw new UsageError(`--${one} and --${other} exclude each other: ${because}`);
	}
};

const wholeNumber = (given: Given, name: OptionName, least: number, orElse = ''): number | undefined => {
	const value = given.get(name);
	if (value === undefined) {
		return undefined;
	}
	const number = Number(value);
	if (!/^\d+$/.test(String(value)) || !Number.isSafeInteger(number) || number < least) {
		throw new UsageError(`--${name} takes a whole number from ${least} on${orElse}, not ${value}`);
	}
	return number;
};

const outputFile = (given: Given, form: PrintForm | undefined): string | undefined => {
	const output = given.get('output');
	if (output === undefined) {
		if (given.has('overwrite')) {
			throw new UsageError('--overwrite needs --output FILE: it says what may be replaced');
		}
		return undefined;
	}
	if (form === undefined) {
		throw new UsageError(
			`--output needs to be told what to write: give one of ${printForms.map(name => `--${name}`).join(', ')}`,
		);
	}
	exclude(given, 'output', 'follow', 'the file appears when it is whole, which would be never');
	if (output === '-') {
		throw new UsageError('--output takes a file: leave it out to print to standard output');
	}
	return String(output);
};

const zone = (value: string | true | undefined): string => {
	const name = String(value ?? 'local');
	try {
		timeFormatter(name);
	} catch (error) {
		throw new UsageError(
			`--tz ${name}: there is no such zone; use local, utc, log, or a name such as Europe/Vienna`,
			{
				cause: error,
			},
		);
	}
	return name;
};

const color = (value: string | true | undefined): CommandLine['color'] => {
	const when = String(value ?? 'auto');
	if (when !== 'auto' && when !== 'always' && when !== 'never') {
		throw new UsageError(`--color takes auto, always or never, not ${when}`);
	}
	return when;
};
