import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {invocationOf} from '../../source/alerts/alert-command.js';
import {alertFacts, factsOf} from '../../source/alerts/alert-facts.js';
import {messageOf} from '../../source/alerts/alert-texts.js';
import {parseRule} from '../../source/alerts/parse-rule.js';
import {parseCommandLine} from '../../source/command-line/parse-command-line.js';
import {explain} from '../../source/commands/explain.js';
import {copies} from '../../source/copy-and-save/copies.js';
import {curlCommand} from '../../source/copy-and-save/curl-command.js';
import {fieldsWhere, type OwnFacetField} from '../../source/fields/fields.js';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {csvLine} from '../../source/output/csv-line.js';
import {jsonLine} from '../../source/output/json-line.js';
import {Sink} from '../../source/output/sink.js';
import {TextTable} from '../../source/output/text-table.js';
import {everything} from '../../source/query/query.js';
import {termFor} from '../../source/query/terms.js';
import {actualEntry} from '../../source/redaction/redact-entry.js';
import {redactedStore} from '../../source/redaction/redacted-store.js';
import {makeRedaction} from '../../source/redaction/redaction.js';
import type {Entry} from '../../source/store/store.js';
import {rawLine} from '../../source/view/panels/request-details/facts/raw-reads.js';
import {detailLines} from '../../source/view/panels/request-details/lines/detail-lines.js';
import {openStore} from '../helpers/open-store.js';
import {output} from '../helpers/output.js';
import {type Planted, plantedFields, plantedSecrets, wrappings} from '../helpers/planted-secrets.js';
import {all} from '../helpers/store-model.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {plainTheme} from '../helpers/themes.js';

/** Number of lines with planted secrets. `npm run test:redaction` uses more. */
const cases = Number(process.env.REQSCOPE_REDACTION_CASES ?? 1000);
const seed = Number(process.env.REQSCOPE_REDACTION_SEED ?? 1);

/** Lines per log. */
const batch = 500;

const entities: Readonly<Record<string, string>> = {quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'"};

/** Undoes one level of every encoding, independently of the program's own code. */
function undone(text: string): string {
	return text.replaceAll(
		/%([\da-f]{2})|\\u00([\da-f]{2})|\\x([\da-f]{2})|&(quot|amp|lt|gt|#39);|\\(["\\/])/gi,
		(_, percent, unicode, byte, entity, sign) => {
			const digits: string | undefined = percent ?? unicode ?? byte;
			return digits === undefined
				? (entities[entity] ?? sign)
				: String.fromCharCode(Number.parseInt(digits, 16));
		},
	);
}

/** Matches even part of a marker. */
const leak = /zq7\w{0,12}|\w{0,12}k7z|\b10\.\d+\.\d+\.[1-9]\d*|:1a:2b:3c|2001:db8:7:[\da-f]+/i;

/** Returns a planted secret that is readable in a string, with its surroundings; null if there is no leak. */
function leakIn(text: string): string | null {
	let read = text;
	for (let depth = 0; depth < 9; depth++) {
		const found = leak.exec(read);
		if (found) {
			return read.slice(Math.max(0, found.index - 120), found.index + 120);
		}
		const next = undone(read);
		if (next === read) {
			return null;
		}
		read = next;
	}
	return null;
}

type Output = {readonly output: string; readonly text: string; readonly offset?: number};

/** The fields with logged values that may be secret, and the fields derived from them. */
const facetFields = fieldsWhere<OwnFacetField>(
	({facet, redacted, stored}) => facet !== undefined && (redacted !== undefined || stored === 'derived'),
);

const formatTime = timeFormatter('utc');

/** All output about these lines: shown, printed, copied, or passed to a program. */
async function outputsOf(t: ExecutionContext, lines: readonly string[]): Promise<readonly Output[]> {
	let directory = temporaryDirectory(t);
	// Its random name is in the output, and may look like a secret.
	while (leak.test(directory)) {
		directory = temporaryDirectory(t);
	}
	const path = join(directory, 'access.log');
	writeFileSync(path, `${lines.join('\n')}\n`);
	const whole = openStore(t, [path], {follow: false});
	await whole.settled();
	const redaction = makeRedaction(true, []);
	const store = redactedStore(whole, redaction);
	const outputs: Output[] = [];
	const addOutput = (output: string, text: string | null | undefined, entry?: Entry): void => {
		if (text) {
			outputs.push({output, text, ...(entry ? {offset: entry.offset} : {})});
		}
	};
	const entries = await all(store);
	const raws = await store.raw(entries);
	const table = new TextTable(formatTime, undefined, undefined);
	const detailLinesOf = detailLines();
	for (const [index, entry] of entries.entries()) {
		addOutput('JSON', jsonLine(entry), entry);
		addOutput('CSV', csvLine(entry), entry);
		addOutput('text', table.lines([entry], false).join('\n'), entry);
		addOutput('raw', Buffer.from(raws[index] ?? []).toString(), entry);
		for (const copy of copies) {
			addOutput(`copied ${copy.name}`, copy.text(entry, formatTime), entry);
		}
		const curl = curlCommand(entry);
		addOutput('curl command', 'command' in curl ? curl.command : curl.problem, entry);
		const rule = parseRule('any status:200', 'mine');
		const event = {
			kind: 'fired',
			rule,
			time: 0,
			reading: {count: 1, total: null},
			entry,
			lasted: 0,
			isLonger: false,
		} as const;
		addOutput('alert', messageOf(event), entry);
		const command = {program: 'x', args: alertFacts.map(({name}) => `{${name}}`)};
		addOutput('--exec', JSON.stringify(invocationOf(command, factsOf(event), {})), entry);
		const raw = await rawLine(store, entry, new AbortController().signal, () => {});
		const detailsOf = detailLinesOf(
			{entry, around: null, redirects: null, raw, problem: null},
			{
				...{formatTime, now: 0, height: 1000, width: 5000, theme: plainTheme},
				...{search: everything, took: null, routeP95: null, isOldestFirst: false},
			},
		);
		const texts = detailsOf.map(({line}) =>
			'spans' in line ? line.spans.map(({text}) => text).join('') : line.lead + line.text,
		);
		addOutput('details', texts.join('\n'), entry);
		const actual = actualEntry(entry);
		for (const field of ['url', 'referer', 'userAgent', 'user', 'ip'] as const) {
			const term = termFor(field, actual[field], true);
			addOutput(
				'search',
				term === null ? null : redaction.shownText(`status:200 -${term} OR bytes:>1`),
				entry,
			);
		}
	}
	for (const field of facetFields) {
		const {values} = await store.facets(everything, field, 1000);
		for (const {value} of values) {
			addOutput(`values of ${field}`, value);
		}
	}
	for (const field of ['refererHost', 'param'] as const) {
		for (const {value} of (await whole.facets(everything, field, 1000)).values) {
			const term = termFor(field, value, true);
			addOutput(
				`search for ${field}`,
				term === null ? null : redaction.shownText(`status:200 -${term} OR bytes:>1`),
			);
		}
	}
	for (const {route} of (await store.routes(everything, 1000)).routes) {
		addOutput('routes', route);
	}
	for (const {line} of await store.unrecognisedLines(lines.length)) {
		addOutput('unrecognised lines', Buffer.from(line ?? []).toString());
	}
	const out = output();
	const sink = new Sink(out.stream);
	await explain(
		parseCommandLine(['explain', '--redact', '--limit', String(lines.length), path]),
		{secrets: []},
		sink,
	);
	await sink.flush();
	for (const text of out.text().split(/\n(?=line \d)/)) {
		addOutput('explain', text);
	}
	return outputs;
}

function idOf(found: string): number {
	return Number.parseInt(/zq7(\w{4,})k7z/i.exec(found)?.[1] ?? '', 36);
}

test(`hostile 31: no output contains any of ${cases} planted secrets`, async t => {
	t.timeout(1_800_000);
	const planted = plantedSecrets(cases, seed);
	const leaks = new Map<string, {n: number; example: string}>();
	for (let at = 0; at < planted.length; at += batch) {
		const part = planted.slice(at, at + batch);
		for (const {line, marker} of part) {
			t.truthy(leakIn(line), `${marker} can’t be read in ${line}`);
		}
		const offsets = new Map<number, Planted>();
		let offset = 0;
		for (const one of part) {
			offsets.set(offset, one);
			offset += Buffer.byteLength(one.line) + 1;
		}
		for (const {output, text, offset} of await outputsOf(
			t,
			part.map(({line}) => line),
		)) {
			const found = leakIn(text);
			if (found !== null) {
				const of = (offset === undefined ? planted[idOf(found)] : offsets.get(offset)) ?? null;
				const kind = `${of?.what.replace(/ in .*/, '')}: ${output}`;
				const known = leaks.get(kind) ?? {n: 0, example: `${of?.line}\n    ${found.replaceAll('\n', ' ')}`};
				leaks.set(kind, {...known, n: known.n + 1});
			}
		}
	}
	const report = [...leaks]
		.sort(([, a], [, b]) => b.n - a.n)
		.map(([kind, {n, example}]) => `${n} × ${kind}\n    ${example}`);
	t.is(report.length, 0, report.slice(0, 8).join('\n'));
});

/** The names of the planted fields in the guarantees. */
const called: Readonly<Record<string, RegExp>> = {
	connect: /CONNECT/,
	absolute: /absolute/,
	agent: /user agent/,
	agentAlone: /user agent/,
	forwarded: /forwarded for/,
	member: /members of a JSON line/,
	object: /members of a JSON line/,
	headers: /members of a JSON line/,
	message: /any other line/,
	errorLog: /error logs/,
};

test('the guarantees list the fields and the encodings in which secrets are planted', t => {
	const guarantees = readFileSync('docs/guarantees.md', 'utf8');
	for (const field of plantedFields) {
		const name = field.replace('address: ', '');
		t.regex(guarantees, called[name] ?? new RegExp(`\\b${name}\\b`, 'i'), field);
	}
	for (const name of Object.keys(wrappings)) {
		t.true(guarantees.includes(name), name);
	}
});
