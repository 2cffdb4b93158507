import test from 'ava';
import {Dictionary} from '../../source/index/dictionary.js';
import {UrlRoutes} from '../../source/query/evaluation/url-routes.js';
import {regexpAutomaton} from '../../source/query/regexps/regexp-automaton.js';
import {StepTable} from '../../source/wasm/step-table.js';
import {
	judgement,
	judgements,
	noIntroducer,
	partsJudge,
	stepsJudge,
	type TextMatcher,
} from '../../source/wasm/text-matcher.js';
import {knownRoutes} from '../helpers/entry.js';

/** Number of strings that are stored whole before any string shares its beginning with another one. */
const alone = 1 << 16;

/** URLs, most of which share their beginning with another one, after enough other strings for that. */
const urls = [
	...Array.from({length: alone}, (_, index) => index.toString(36)),
	...Array.from({length: 3000}, (_, index) =>
		index % 7 === 0
			? `/only/${index}`
			: `/en/garden/steel-square-${index % 50}/?page=${index % 3}&id=${index}`,
	),
];

function filled(texts: readonly string[]): Dictionary {
	const dictionary = new Dictionary();
	const starts = new Int32Array(texts.length);
	const ends = new Int32Array(texts.length);
	let length = 0;
	for (const [index, url] of texts.entries()) {
		starts[index] = length;
		length += url.length;
		ends[index] = length;
	}
	dictionary.internAll(
		Buffer.from(texts.join('')),
		{starts, ends},
		0,
		texts.length,
		new Uint32Array(texts.length),
	);
	return dictionary;
}

/** Returns the URLs that match a judge. */
function judged(judge: TextMatcher): readonly string[] {
	const dictionary = filled(urls);
	const {kernel, table} = dictionary;
	const taken: string[] = [];
	for (let first = 1; first <= dictionary.size; ) {
		const end = Math.min(dictionary.size + 1, first + 256);
		const come = judge({kernel, table, first, end, introducer: noIntroducer}) ?? end;
		for (const [index, found] of judgements(kernel, come - first).entries()) {
			if (found === judgement.yes) {
				taken.push(urls[first + index - 1] ?? '');
			}
		}
		first = come;
	}
	dictionary.release();
	return taken;
}

for (const part of ['square-7/?page=1', 'page=1&id=10', '12', '&id=', 'en/gar']) {
	test(`searches strings with shared prefixes: ${part}`, t => {
		const parts = ['', part, ''].map(one => Buffer.from(one));
		const expected = urls.filter(url => url.includes(part));
		t.true(expected.length > 0);
		t.deepEqual(judged(partsJudge(parts, false)), expected);
	});
}

for (const source of ['-7/[?]page=[12]&id=[0-9]*7$', '^/only/.*0$', '[a-z]+-square']) {
	test(`runs an automaton on strings with shared prefixes, two at a time: ${source}`, t => {
		const automaton = regexpAutomaton(source, true);
		if (automaton === undefined) {
			t.fail('there is no automaton');
			return;
		}
		const expected = urls.filter(url => new RegExp(source).test(url));
		t.true(expected.length > 0);
		t.deepEqual(judged(stepsJudge(new StepTable(automaton))), expected);
	});
}

test('finds the routes of URLs with shared prefixes', t => {
	const [dictionary, few] = [filled(urls), filled(urls.slice(alone))];
	const [routes, expected] = [UrlRoutes.of(dictionary, knownRoutes), UrlRoutes.of(few, knownRoutes)];
	const others: string[] = [];
	for (let id = 1; id <= few.size; id++) {
		const shape = routes.shapes.bytes(routes.of('none', alone + id)).toString();
		if (shape !== expected.shapes.bytes(expected.of('none', id)).toString()) {
			others.push(`${urls[alone + id - 1]}: ${shape}`);
		}
	}
	t.deepEqual(others, []);
	dictionary.release();
	few.release();
});
