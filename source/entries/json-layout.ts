import {type TextField, textFields} from '../fields/fields.js';
import {type EntryRecord, type Field, fields, spanOf} from './entry-record.js';
import type {Step, Value} from './layout-steps.js';

/** What has been read in a line: texts as logged, and numbers. */
export type Reading = Readonly<
	Record<TextField | 'time' | 'zone' | 'status' | 'bytes' | 'durationMs' | 'format', string | number>
>;

/** Reads another line. Returns undefined if it isn't readable. */
export type ReadLine = (line: string) => Reading | undefined;

/** Returns what a reader has read into a record. */
export function readingOf(bytes: Buffer, record: EntryRecord, format: number): Reading {
	const {spans, time, zone, status, bytes: size, durationMs} = record;
	const texts = textFields.map((field, index) => [
		field,
		bytes.toString('latin1', spans[index * 2], spans[index * 2 + 1]),
	]);
	return {...Object.fromEntries(texts), time, zone, status, bytes: size, durationMs, format};
}

/** A value of an object: its range in the line, without quotes. */
export type Token = {readonly start: number; readonly end: number; readonly isString: boolean};

/** Maximum number of values. */
const maxTokens = 64;

const part = /\s*(?:([{}[\],:])|"((?:[^"\\]|\\.)*)"|([\w+.-]+))\s*/y;

/** Returns the values of an object; undefined if its syntax isn't that of JSON. */
export function tokensOf(line: string): readonly Token[] | undefined {
	const tokens: Token[] = [];
	const closers: string[] = [];
	let isKey = false;
	part.lastIndex = 0;
	while (part.lastIndex < line.length) {
		const found = part.exec(line);
		if (found === null || tokens.length > maxTokens) {
			return undefined;
		}
		const [all, sign, text, scalar] = found;
		if (sign === '{' || sign === '[') {
			closers.push(sign === '{' ? '}' : ']');
			isKey = sign === '{';
		} else if (sign === '}' || sign === ']') {
			if (closers.pop() !== sign) {
				return undefined;
			}
		} else if (sign === ',') {
			isKey = closers.at(-1) === '}';
		} else if (sign === ':') {
			isKey = false;
		} else if (!isKey) {
			const value = text ?? scalar ?? '';
			const start =
				found.index + all.indexOf(text === undefined ? value : `"${value}"`) + (text === undefined ? 0 : 1);
			tokens.push({start, end: start + value.length, isString: text !== undefined});
		}
	}
	return closers.length === 0 ? tokens : undefined;
}

/** A kind that a value may have: examples of values, and what they change. Undefined if the kind doesn't accept the value. */
type Candidate = Value & {
	/** Matches the values in its notation. If missing, there is only one notation. */
	readonly shape?: RegExp;
	readonly examples: readonly string[];
	readonly changes: (value: string) => Partial<Reading> | undefined;
};

const words = [
	'',
	'-',
	'x',
	'12',
	'500',
	'/p',
	'GET /x HTTP/1.1',
	'203.0.113.99',
	'error',
	'http.log.error',
	'0.0042s',
	'12ms',
	'0.052',
	'HTTP/1.0',
	'1795161787.5',
	'20/Nov/2026:09:03:07 +0000',
	'203.0.113.9, 10.0.0.1',
	'a.example:443',
	'a \\"b\\"',
];
const sentences = [
	'https://b.example/?a=b',
	'2026-01-02T03:04:05Z',
	'curl/1.0',
	'shop.example',
	'0.5',
	'POST',
];
const scalars = ['0', '1', '1.5', '200', '404', 'null', 'true', '12345', '1795161787', '-1'];

/** A string that doesn't matter. `url`: that of the line, because other fields may be compared with it. */
function skippedText(url: string): Candidate {
	return {
		kind: 'text',
		parameter: 255,
		examples: [...words, ...sentences, '\\"x\\"', `${url}?x`],
		changes: () => ({}),
	};
}

const skippedScalar: Candidate = {kind: 'scalar', examples: scalars, changes: () => ({})};

function textOf(field: TextField): Candidate {
	return {
		kind: 'text',
		parameter: textFields.indexOf(field),
		examples: [...words, ...sentences],
		changes: value => ({[field]: value === '-' ? '' : value}),
	};
}

function strict(kind: Value['kind'], field: TextField, examples: readonly string[]): Candidate {
	return {kind, examples, changes: value => ({[field]: value})};
}

/** Durations with the exponents of their units in ms, see `readDuration` in wasm/assembly/json-values.ts. */
const durations: readonly Candidate[] = [3, 'nginx', 0, -3, -6].map((unit): Candidate => {
	const exponent = unit === 'nginx' ? 3 : Number(unit);
	return {
		kind: 'duration',
		parameter: unit === 'nginx' ? 16 : exponent + 6,
		examples: [
			'0',
			'0.0',
			'0.000',
			'0.5',
			'0.05',
			'1.919',
			'0.012',
			'0.0042',
			'12',
			'250',
			'52311',
			'0.000123',
		],
		changes(value) {
			const decimals = value.split('.')[1]?.length ?? 0;
			const digits = Number(value.replace('.', ''));
			const power = 10 ** Math.abs(exponent - decimals);
			const durationMs = exponent < decimals ? digits / power : digits * power;
			const isAccepted = unit !== 'nginx' || digits === 0 || (decimals >= 1 && decimals <= 3);
			return isAccepted && durationMs < 1e6 ? {durationMs} : undefined;
		},
	};
});

function times(
	kind: Value['kind'],
	shape: RegExp,
	results: Readonly<Record<string, readonly [time: number, zone: number]>>,
): Candidate {
	return {
		kind,
		shape,
		examples: Object.keys(results),
		changes(value) {
			const [time, zone] = results[value] ?? [];
			return time === undefined || zone === undefined ? undefined : {time, zone};
		},
	};
}

/** Candidates for the values of fields. */
const ofFields: Readonly<Partial<Record<Field, readonly Candidate[]>>> = {
	ip: [strict('client', 'ip', ['203.0.113.99', '10.0.0.1', '2001:db8::9', '::1'])],
	method: [strict('verb', 'method', ['GET', 'POST', 'PROPFIND', 'X'])],
	url: [strict('target', 'url', ['/', '/a?b=c', '//x', '/a b', '/%20/é', '/a:1'])],
	protocol: [strict('version', 'protocol', ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2', 'HTTP/2.0', 'HTTP/3'])],
	host: [strict('name', 'host', ['a.example', 'www.b-c.org', '1.2.3.4', 'x.y'])],
	user: [textOf('user')],
	referer: [textOf('referer')],
	userAgent: [textOf('userAgent')],
	forwardedFor: [textOf('forwardedFor')],
	upstream: [textOf('upstream')],
	status: [
		{
			kind: 'status',
			examples: ['100', '200', '304', '404', '500', '599'],
			changes: value => ({status: Number(value)}),
		},
	],
	bytes: [
		{
			kind: 'size',
			examples: ['0', '5', '200', '1234567', '999999999999'],
			changes: value => ({bytes: Number(value)}),
		},
	],
	durationMs: durations,
	time: [
		times('isoTime', /^\d{4}-/, {
			'2026-11-20T09:03:07+01:00': [Date.UTC(2026, 10, 20, 8, 3, 7), 60],
			'2024-02-29T23:59:59.9999Z': [Date.UTC(2024, 1, 29, 23, 59, 59, 999), 0],
			'2026-01-02 03:04:05.5-0130': [Date.UTC(2026, 0, 2, 4, 34, 5, 500), -90],
		}),
		times('epoch', /^\d{10}(?:\.|$)/, {
			'1795161787': [1_795_161_787_000, 0],
			'1795161787.0989': [1_795_161_787_098, 0],
			'1795161787.5': [1_795_161_787_500, 0],
		}),
		times('clfTime', /^\d\d\//, {'20/Nov/2026:09:03:07 +0100': [Date.UTC(2026, 10, 20, 8, 3, 7), 60]}),
	],
};

/** Fields that a layout must have. */
const needed = ['ip', 'url', 'time', 'status'] as const;

/**
 * Returns the layout of an object with these keys in this order. Which values matter, and how, is found by trying: a value has a
 * kind if the examples of that kind in its place are read as expected. Other values are literal text.
 *
 * @param line - the object, with a character for each byte, at `start` of the bytes to which the record refers
 * @param hasRule - true if forwarded addresses determine the client
 */
export function jsonSteps(
	line: string,
	tokens: readonly Token[],
	start: number,
	{spans, skipped}: EntryRecord,
	base: Reading,
	hasRule: boolean,
	read: ReadLine,
): readonly Step[] | undefined {
	const isMissing = needed.some(field => spans[spanOf[field] + 1] === 0);
	if (isMissing || skipped !== 0 || !isSame(read(line), base)) {
		return undefined;
	}
	const chosen: Array<Candidate | undefined> = [];
	const isNone = (field: TextField) => base[field] === '' && !(hasRule && field === 'forwardedFor');
	const optional = (['user', 'referer', 'userAgent', 'forwardedFor', 'upstream'] as const)
		.filter(isNone)
		.map(textOf);
	const found = new Set<Field>();
	for (const token of tokens) {
		const field = fields.find(
			one => spans[spanOf[one]] === start + token.start && spans[spanOf[one] + 1] === start + token.end,
		);
		const value = line.slice(token.start, token.end);
		const isLine = spans[spanOf.method] === start + token.start && field !== 'method';
		const candidates = isLine
			? [requestLine]
			: field !== undefined
				? (ofFields[field] ?? [])
				: token.isString
					? [skippedText(String(base.url)), ...(value === '' || value === '-' ? optional : [])]
					: [skippedScalar];
		const kind = candidates.find(
			candidate => (candidate.shape?.test(value) ?? true) && fits(line, token, candidate, base, read),
		);
		if ((field !== undefined || isLine) && (kind === undefined || (hasRule && field === 'forwardedFor'))) {
			return undefined;
		}
		for (const one of isLine ? requestFields : field === undefined ? [] : [field]) {
			found.add(one);
		}
		chosen.push(kind);
	}
	const isWhole = fields.every(field => spans[spanOf[field] + 1] === 0 || found.has(field));
	return isWhole && areIndependent(line, tokens, chosen, base, read)
		? stepsOf(line, tokens, chosen, Number(base.format))
		: undefined;
}

const requestFields = ['method', 'url', 'protocol'] as const;

const requestLine: Candidate = {
	kind: 'request',
	examples: ['GET / HTTP/1.1', 'POST /a?b=c HTTP/2.0', 'X /b HTTP/1.0', 'GET https://a.example/ HTTP/1.1'],
	changes(value) {
		const [method = '', url = '', protocol = ''] = value.split(' ');
		return {method, url, protocol};
	},
};

/** Checks that examples in the place of a value are read as a kind expects. */
function fits(
	line: string,
	token: Token,
	{examples, changes}: Candidate,
	base: Reading,
	read: ReadLine,
): boolean {
	return examples.every(value => {
		const changed = changes(value);
		return changed === undefined || isSame(read(replaced(line, [token], [value])), {...base, ...changed});
	});
}

/** Checks that values of all kinds can change at the same time. */
function areIndependent(
	line: string,
	tokens: readonly Token[],
	chosen: ReadonlyArray<Candidate | undefined>,
	base: Reading,
	read: ReadLine,
): boolean {
	for (let round = 0; round < maxRounds; round++) {
		let expected: Reading = base;
		const values = tokens.map(({start, end}, index) => {
			const {examples = [], changes} = chosen[index] ?? {};
			// First all without a value, then various ones.
			const value = examples[round === 0 ? 0 : (round * (index + 3) + index) % examples.length];
			const changed = value === undefined ? undefined : changes?.(value);
			expected = {...expected, ...changed};
			return changed === undefined || value === undefined ? line.slice(start, end) : value;
		});
		if (!isSame(read(replaced(line, tokens, values)), expected)) {
			return false;
		}
	}
	return true;
}

const maxRounds = 12;

function isSame(reading: Reading | undefined, expected: Reading): boolean {
	return (
		reading !== undefined &&
		Object.entries(expected).every(([field, value]) => Object.is(reading[field as keyof Reading], value))
	);
}

/** Returns the line with other values in the places of some. */
export function replaced(line: string, tokens: readonly Token[], values: readonly string[]): string {
	let text = '';
	let from = 0;
	for (const [index, {start, end}] of tokens.entries()) {
		text += line.slice(from, start) + (values[index] ?? '');
		from = end;
	}
	return text + line.slice(from);
}

function stepsOf(
	line: string,
	tokens: readonly Token[],
	chosen: ReadonlyArray<Candidate | undefined>,
	format: number,
): readonly Step[] {
	const steps: Step[] = [{literal: '', kind: 'object'}];
	let from = 0;
	for (const [index, {start, end}] of tokens.entries()) {
		const candidate = chosen[index];
		if (candidate !== undefined) {
			const {kind, parameter = 0} = candidate;
			steps.push({literal: line.slice(from, start), kind, parameter});
			from = end;
		}
	}
	return [...steps, {literal: line.slice(from), kind: 'end', parameter: shortLine, format}];
}

/** Parameter of the end of lines that mustn't be long, see wasm/assembly/lines.ts. */
const shortLine = 1;
