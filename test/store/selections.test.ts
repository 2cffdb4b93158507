import test from 'ava';
import {EntryIndex} from '../../source/index/entry-index.js';
import {LineFacts} from '../../source/query/evaluation/line-facts.js';
import type {Query} from '../../source/query/query.js';
import {Selections} from '../../source/store/selections.js';
import {knownRoutes} from '../helpers/entry.js';

function queryOf(text: string): Query {
	return {
		text,
		expression: {type: 'text', field: 'url', matches: [{kind: 'contains', text, isExact: false}]},
	};
}

function open(): Selections {
	const index = new EntryIndex();
	const files = {path: () => '', tokens: () => () => Number.NaN};
	const source = {index, files, routes: knownRoutes, lines: new LineFacts(index), now: () => 0};
	return new Selections(source, {want() {}});
}

test('keeps the selection of a query for its next use', async t => {
	const selections = open();
	const query = queryOf('a');
	const first = await selections.ask(query, undefined, selection => selection);
	t.is(await selections.ask(query, undefined, selection => selection), first);
	t.not(await selections.ask(queryOf('a'), undefined, selection => selection), first);
});

test('drops the least recently used selections without subscribers', async t => {
	const selections = open();
	const [pinned, spare] = [queryOf('pinned'), queryOf('spare')];
	const unpin = selections.pin(pinned);
	const pinnedAgain = selections.pin(pinned);
	const first = await selections.ask(pinned, undefined, selection => selection);
	const other = await selections.ask(spare, undefined, selection => selection);
	const askOthers = async (): Promise<void> => {
		for (let n = 0; n < 10; n++) {
			await selections.ask(queryOf(`${n}`), undefined, () => undefined);
		}
	};
	await askOthers();
	t.not(await selections.ask(spare, undefined, selection => selection), other);
	t.is(await selections.ask(pinned, undefined, selection => selection), first);
	unpin();
	await askOthers();
	t.is(await selections.ask(pinned, undefined, selection => selection), first);
	pinnedAgain();
	await askOthers();
	t.not(await selections.ask(pinned, undefined, selection => selection), first);
});

test("unsubscribing twice doesn't end a different subscription", async t => {
	const selections = open();
	const query = queryOf('pinned');
	const unpin = selections.pin(query);
	selections.pin(query);
	const first = await selections.ask(query, undefined, selection => selection);
	unpin();
	unpin();
	for (let n = 0; n < 10; n++) {
		await selections.ask(queryOf(`${n}`), undefined, () => undefined);
	}
	t.is(await selections.ask(query, undefined, selection => selection), first);
});
