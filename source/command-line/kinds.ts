import type {Node} from 'jsonc-parser';
import {sourceIn} from '../alerts/fleet-rule.js';
import {parseRule} from '../alerts/parse-rule.js';
import type {Rule} from '../alerts/rule.js';
import {day, hour, minute, second} from '../durations.js';
import {chosenReaders} from '../entries/chosen-readers.js';
import {isProxies} from '../entries/client-choice.js';
import {FormatError} from '../entries/format-error.js';
import {formats} from '../entries/formats.js';
import {calendarIn} from '../format/calendar.js';
import {type ChosenColumn, ColumnsError, parseColumns} from '../format/chosen-columns.js';
import {timeFormatter} from '../format/time-formatter.js';
import {nearest} from '../nearest.js';
import type {Step} from '../output/reports/report.js';
import type {FacetField} from '../query/facet-field.js';
import {FieldsError, listableNames, parseFacetFields} from '../query/parsing/facet-fields.js';
import {parseExclude} from '../query/parsing/parse-exclude.js';
import {QueryError} from '../query/query-error.js';
import {week} from '../timeline/steps.js';
import type {Section} from '../user-files/section.js';
import {readText} from './read-text.js';
import {AddressError, parseAddress} from './store-address.js';
import {UsageError} from './usage-error.js';

/** Completions of a value for shells: words, a file, the name of a format or a command, or the start of a search. */
export type Completion = readonly string[] | 'file' | 'format' | 'command' | 'search';

/** The context in which a value is parsed. */
export type ReadContext = {
	/** Name of the option, without the dashes. */
	readonly name: string;
	/** The user's formats by name. */
	readonly formats: ReadonlyMap<string, string>;
	/** True if `--store` queries a fleet. */
	readonly asksServer: boolean;
};

/** A kind of values on the command line. */
export type Kind<Value> = {
	readonly completes?: Completion | undefined;
	/** @throws UsageError if the text is invalid */
	read(text: string, context: ReadContext): Value;
};

/** A kind of values that the config file can have, too. */
export type SettingKind<Value> = Kind<Value> & {
	/** Reads the value from the config file. Records an error if it is invalid. */
	readSetting(node: Node, section: Section, name: string): Value | undefined;
};

/** Any string without a problem. */
export function text(
	completes?: Completion,
	problemOf: (value: string) => string | undefined = () => undefined,
): Kind<string> {
	return {
		completes,
		read(value, {name}) {
			const problem = problemOf(value);
			if (problem !== undefined) {
				throw new UsageError(`--${name} ${problem}`);
			}
			return value;
		},
	};
}

/** One of several words. */
export function word<Word extends string>(words: readonly Word[]): SettingKind<Word> {
	return {
		completes: words,
		read(value, {name}) {
			const found = words.find(known => known === value);
			if (found === undefined) {
				throw new UsageError(`--${name} takes one of ${words.join(', ')}, not ${value}`);
			}
			return found;
		},
		readSetting: (node, section, name) => section.word(node, name, words),
	};
}

/** An integer of at least `min`. */
export function wholeNumber(min: number): SettingKind<number> {
	return {
		read: (value, {name}) => integer(value, name, min),
		readSetting: (node, section, name) => section.wholeNumber(node, name, min),
	};
}

/** Runs a parser. Turns errors of the type `problem` into errors of the command line. */
function parsed<Value, Problem extends Error>(
	parse: () => Value,
	problem: new (...args: never[]) => Problem,
	message: (error: Problem) => string,
): Value {
	try {
		return parse();
	} catch (error) {
		if (!(error instanceof problem)) {
			throw error;
		}
		throw new UsageError(message(error), {cause: error});
	}
}

/** @param orElse - the alternative to a number, for the message */
function integer(value: string, name: string, min: number, orElse = ''): number {
	const number = Number(value);
	if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < min) {
		throw new UsageError(`--${name} takes an integer of at least ${min}${orElse}, not ${value}`);
	}
	return number;
}

/** A number of rows, or `fit`. */
export const rowCount: SettingKind<number | 'fit'> = {
	completes: ['fit'],
	read: (value, {name}) => (value === 'fit' ? value : integer(value, name, 1, ', or fit')),
	readSetting: (node, section, name) =>
		node.value === 'fit' ? node.value : section.wholeNumber(node, name, 1, ', or "fit"'),
};

/** A time zone. */
export const zone: SettingKind<string> = {
	completes: ['local', 'utc', 'log'],
	read(value, {name}) {
		const advice = 'use local, utc, log, or a name such as Europe/Vienna';
		parsed(
			() => timeFormatter(value),
			RangeError,
			() => `--${name} ${value}: there is no such zone; ${advice}`,
		);
		return value;
	},
	readSetting(node, section, name) {
		const value = section.text(node, name, '"utc"');
		const wanted = 'write "local", "utc", "log", or a name such as "Europe/Vienna"';
		return (
			value &&
			section.attempt(
				node,
				() => {
					timeFormatter(value);
					return value;
				},
				error =>
					error instanceof RangeError
						? `${name}: there is no zone ${JSON.stringify(value)}: ${wanted}`
						: undefined,
			)
		);
	},
};

/** Columns with optional widths. */
export const columnList: SettingKind<readonly ChosenColumn[]> = {
	read: (value, {name}) =>
		parsed(
			() => parseColumns(value),
			ColumnsError,
			error => `--${name}: ${error.message}`,
		),
	readSetting(node, section, name) {
		const value = section.text(node, name, '"status,url:60"');
		return value === undefined ? undefined : columnsIn(node, value, section);
	},
};

/** Parses a list of columns in the config file, or in a view. Records an error if it is invalid. */
export function columnsIn(node: Node, value: string, section: Section): readonly ChosenColumn[] | undefined {
	return section.attempt(
		node,
		() => parseColumns(value),
		error => (error instanceof ColumnsError ? `columns: ${error.message}` : undefined),
	);
}

/** Fields whose values are listed. */
export const fieldList: Kind<readonly FacetField[]> = {
	completes: listableNames,
	read: (value, {name}) =>
		parsed(
			() => parseFacetFields(value),
			FieldsError,
			error => `--${name}: ${error.message}`,
		),
};

const units = {s: second, m: minute, h: hour, d: day, w: week} as const;

/** Length of an interval of time, or `auto`. */
export const step: Kind<Step> = {
	completes: ['1m', '5m', '1h', '1d', 'auto'],
	read(value, {name}) {
		const [, number, unit = ''] = /^([1-9]\d{0,4})([smhdw])$/.exec(value) ?? [];
		if (number === undefined && value !== 'auto') {
			throw new UsageError(
				`--${name} takes the length of a step, such as 30s, 5m, 1h, 1d, or auto, not ${value}`,
			);
		}
		return number === undefined ? 'auto' : Number(number) * units[unit as keyof typeof units];
	},
};

/** A format, see `chosenReaders`, or the name of one in the config file. */
export const format: Kind<string> = {
	completes: 'format',
	read(value, {name, formats: own}) {
		const named = own.get(value);
		if (named !== undefined) {
			return named;
		}
		parsed(
			() => chosenReaders(value),
			FormatError,
			error => {
				const isName = /^[\w-]+$/.test(value);
				const near = isName
					? nearest(value, [...own.keys(), ...formats.map(format => format.name)])
					: undefined;
				const list = isName ? ' (reqscope formats lists them)' : '';
				const advice = near === undefined ? list : ` (did you mean ${near}?)`;
				return `--${name} ${value}: ${error.message}${advice}`;
			},
		);
		return value;
	},
};

const proxyExample = '"10.0.0.0/8"';

/** Addresses and networks of proxies. */
export const proxies: SettingKind<readonly string[]> = {
	read(value, {name}) {
		const named = value === 'none' ? [] : value.trim().split(/\s*,\s*|\s+/);
		const other = named.find(one => !isProxies(one));
		if (other !== undefined) {
			throw new UsageError(
				`--${name} takes addresses and networks, such as default,203.0.113.7,2001:db8::/32, or none, not ${other === '' ? value : other}`,
			);
		}
		return named;
	},
	readSetting: (node, section, name) =>
		section.texts(node, name, 'a proxy', proxyExample, value =>
			isProxies(value)
				? undefined
				: `is neither an address nor a network: write ${proxyExample}, "203.0.113.7", "default" or "unix:"`,
		),
};

/** An exclude, see `parseExclude`. The command line is parsed once the zone of its times is set. */
export const exclude: SettingKind<string> = {
	...text('search'),
	readSetting(node, section, name) {
		if (node.value === '') {
			return '';
		}
		const value = section.text(node, name, '"-url:/health,/ready"')?.trim();
		const attempt = (): string | undefined => {
			parseExclude(value ?? '', calendarIn('local', Date.now()));
			return value;
		};
		return section.attempt(node, attempt, error =>
			error instanceof QueryError ? `${name}: ${error.message}` : undefined,
		);
	},
};

/** A rule for alerts. */
export const rule: Kind<Rule> = {
	read: (value, {name, asksServer}) =>
		readText(name, value, written => {
			const read = parseRule(written);
			const source = asksServer ? null : sourceIn(read);
			if (source !== null) {
				throw new QueryError(
					'source: needs a server (--store), but these are logs: remove it, or add --store',
					source.start,
					source.end,
				);
			}
			return read;
		}),
};

/** Address of a server, or `env`. */
export const serverAddress: Kind<string> = {
	read(value, {name}) {
		if (value !== 'env') {
			parsed(
				() => parseAddress(value),
				AddressError,
				error => `--${name}: ${error.message}`,
			);
		}
		return value;
	},
};

/** Name of a cluster, or a macro of the server. */
export const clusterName = text(undefined, value =>
	/^(?:[\w.-]+|\{\w+\})$/.test(value)
		? undefined
		: `takes the name of a cluster, or a macro such as {cluster}, not ${value}`,
);

/** A file to print to. */
export const outputFile = text('file', value =>
	value === '-' ? 'takes a file: remove it to print to standard output' : undefined,
);
