import test from 'ava';
import fc from 'fast-check';
import {
	durationOf,
	elementsOf,
	itemsIn,
	printedValue,
	storedValue,
	unitOfName,
	valueNumber,
} from '../../../source/entries/log-fields/log-value.js';
import {anyText} from '../../helpers/any-text.js';
import {forAll} from '../../helpers/for-all.js';

test('stored values keep the elements of lists', t => {
	t.is(printedValue(storedValue('a', null)), 'a');
	t.is(printedValue(storedValue('a, b', ['a', 'b'])), 'a, b');
	t.deepEqual(elementsOf(storedValue('a, b', null)), ['a, b']);
	t.deepEqual(elementsOf(storedValue('a', ['a'])), ['a']);
	const element = anyText().filter(text => !text.includes('\u001E'));
	forAll(500, fc.array(element, {minLength: 1}), elements => {
		t.deepEqual(elementsOf(storedValue('', elements)), elements);
		t.is(printedValue(storedValue('', elements)), elements.join(', '));
	});
});

test('nginx separates the items of a list with commas and colons', t => {
	t.deepEqual(itemsIn('0.1, 0.2 : -', true), ['0.1', '0.2', '-']);
	t.is(itemsIn('10.0.0.1:80', true), null);
	t.is(itemsIn('a, b', false), null);
});

test('values can be plain numbers, sizes and durations', t => {
	const read = (text: string) => {
		const found = valueNumber(text);
		return found === undefined ? undefined : `${found.kind} ${found.value}`;
	};
	for (const [text, expected] of [
		['123', 'plain 123'],
		['0.5', 'plain 0.5'],
		['-3', 'plain -3'],
		['1e3', 'plain 1000'],
		['12k', 'size 12000'],
		['1.5MB', 'size 1500000'],
		['3KiB', 'size 3072'],
		['512B', 'size 512'],
		['2mb', 'size 2000000'],
		['2M', 'size 2000000'],
		['2m', 'duration 120000'],
		['312ms', 'duration 312'],
		['1.5s', 'duration 1500'],
		['1h', 'duration 3600000'],
		['15µs', 'duration 0.015'],
		['15us', 'duration 0.015'],
		['1m2.5s', 'duration 62500'],
		['1h0m0s', 'duration 3600000'],
		['-1.5s', 'duration -1500'],
	] as const) {
		t.is(read(text), expected, text);
	}
	t.deepEqual(valueNumber('500000ns'), {kind: 'duration', value: 0.5});
	const others = [
		'',
		'-',
		'.5',
		'5.',
		'1 2',
		'0x10',
		'1i',
		'12q',
		'1.2.3',
		'10.0.0.1',
		'Infinity',
		'NaN',
		'1s2m',
		'ms',
	];
	for (const text of [...others, '1'.repeat(65), '2026-11-20', '1-2', '١']) {
		t.is(read(text), undefined, text);
	}
});

test('the number in any text is finite', t => {
	const characters = fc.constantFrom(...'0123456789.-+eEkmgtiKMGTBbshµnu');
	forAll(2000, fc.string({unit: characters, maxLength: 12}), text => {
		const found = valueNumber(text);
		t.false(Number.isNaN(found?.value ?? 0));
	});
});

test('the name or the notation determines the unit of a plain number', t => {
	const duration = (name: string, text: string) => {
		const found = valueNumber(text);
		return found === undefined ? Number.NaN : durationOf(found, text, unitOfName(name));
	};
	t.is(duration('took', '12'), 12);
	t.is(duration('took', '0.5'), 500);
	t.is(duration('took', '1.5s'), 1500);
	t.is(duration('took', '12k'), Number.NaN);
	for (const name of ['took_ms', 'tookms', 'took.millis']) {
		t.is(duration(name, '1.5'), 1.5);
	}
	t.is(duration('took_us', '1500'), 1.5);
	t.is(duration('took_ns', '1500000'), 1.5);
	for (const name of ['took_s', 'took_sec', 'took_secs', 'took_seconds', 'tookseconds']) {
		t.is(duration(name, '2'), 2000);
	}
	t.is(duration('status', '2'), 2);
});
