import test from 'ava';
import fc from 'fast-check';
import {
	type BookmarkChange,
	type BookmarkRecord,
	bookmarkLines,
	maxRecords,
	readBookmarkLines,
	recordId,
	withChange,
} from '../../source/bookmarks/bookmark-record.js';
import {forAll} from '../helpers/for-all.js';

// Few different values, so that changes affect the same bookmarks.
const logs = fc.array(fc.constantFrom('/a.log', '/b "c".log', ''), {maxLength: 2});
const time = fc.integer({min: 0, max: 9});
const records: fc.Arbitrary<BookmarkRecord> = fc.oneof(
	fc.record({
		kind: fc.constant('mark' as const),
		token: fc.constantFrom('a', 'b', 'c', 'd'),
		time,
		made: time,
		logs,
	}),
	fc.record({
		kind: fc.constant('separator' as const),
		time,
		text: fc.oneof(fc.constantFrom('', 'deploy'), fc.string({unit: 'binary'})),
		logs,
	}),
);
const changes: fc.Arbitrary<BookmarkChange> = fc.record({
	type: fc.constantFrom('add' as const, 'add' as const, 'remove' as const),
	record: records,
});

function applied(list: readonly BookmarkChange[]): readonly BookmarkRecord[] {
	return list.reduce(withChange, []);
}

test('the last change of a bookmark counts, regardless of changes to other bookmarks', t => {
	forAll(100, fc.array(changes, {maxLength: 40}), list => {
		const last = new Map(list.map(change => [recordId(change.record), change]));
		const expected = [...last.values()].filter(({type}) => type === 'add').map(({record}) => record);
		const found = applied(list);
		t.is(found.length, expected.length);
		for (const record of expected) {
			t.deepEqual(
				found.find(one => recordId(one) === recordId(record)),
				record,
			);
		}
	});
});

test('changes of different bookmarks by two programs commute', t => {
	forAll(100, fc.array(changes), fc.array(changes), fc.array(fc.boolean()), (one, other, turns) => {
		const own = new Set(one.map(({record}) => recordId(record)));
		const others = other.filter(({record}) => !own.has(recordId(record)));
		const mixed: BookmarkChange[] = [];
		const [a, b] = [[...one], [...others]];
		for (const turn of turns) {
			mixed.push(...(turn ? a : b).splice(0, 1));
		}
		const ids = (list: readonly BookmarkRecord[]): readonly string[] => list.map(recordId).sort();
		t.deepEqual(ids(applied([...mixed, ...a, ...b])), ids(applied([...one, ...others])));
	});
});

test('records are sorted by creation and limited in number', t => {
	forAll(20, fc.array(fc.integer({min: 0, max: 3000}), {minLength: 1, maxLength: 50}), times => {
		const old: readonly BookmarkRecord[] = Array.from({length: maxRecords}, (_, n) => ({
			kind: 'separator',
			time: 2 * n,
			text: '',
			logs: [],
		}));
		const found = times
			.map((made): BookmarkRecord => ({kind: 'mark', token: String(made), time: 0, made, logs: []}))
			.reduce((list, record) => withChange(list, {type: 'add', record}), old);
		const made = found.map(record => (record.kind === 'mark' ? record.made : record.time));
		t.is(found.length, maxRecords);
		t.deepEqual(
			made,
			made.toSorted((a, b) => a - b),
		);
		t.is(made.at(-1), Math.max(1998, ...times));
	});
});

test('formatted records parse to the same records', t => {
	forAll(100, fc.array(records), list => {
		t.deepEqual(readBookmarkLines(bookmarkLines(list)), list);
		t.is(bookmarkLines(list).split('\n').length, list.length + 1);
	});
});

test('any string is parsed or refused', t => {
	forAll(
		100,
		fc.oneof(
			fc.string(),
			fc.json(),
			fc.array(fc.json()).map(all => all.join('\n')),
		),
		text => {
			try {
				t.true(Array.isArray(readBookmarkLines(text)));
			} catch (error) {
				t.regex(error instanceof Error ? error.message : '', /^its line \d+ isn't a mark$/);
			}
		},
	);
});
