import test from 'ava';
import {allParts, readOptions} from './options.js';
import {linesName} from './session.js';

test('measures all parts without arguments, with logs of 1 and 5 million lines', t => {
	const {parts, sizes, runs, goaccess, huge, json} = readOptions([]);
	t.deepEqual(parts, allParts);
	t.deepEqual(sizes, [1_000_000, 5_000_000]);
	t.is(runs, 5);
	t.false(goaccess || huge);
	t.is(json, undefined);
});

test('measures chosen parts in a fixed order', t => {
	t.deepEqual(readOptions(['--only', 'load,reading']).parts, ['reading', 'load']);
	t.deepEqual(readOptions(['--only', 'load', '--only', 'reading,load']).parts, ['reading', 'load']);
});

test('measures each log once, the smallest first', t => {
	t.deepEqual(readOptions(['--lines', '5000,1000,5000']).sizes, [1000, 5000]);
});

test('the program is the built one unless another is named', t => {
	t.is(readOptions([]).cli[0], process.execPath);
	t.deepEqual(readOptions(['--cli', 'node other.js --poll']).cli, ['node', 'other.js', '--poll']);
});

test('invalid options are reported', t => {
	t.throws(() => readOptions(['--only', 'speed']), {message: /--only takes reading, .*, not “speed”/});
	t.throws(() => readOptions(['--runs', '0']), {message: '--runs takes a number from 1 on, not “0”'});
	t.throws(() => readOptions(['--lines', '1000,']), {message: '--lines takes a number from 1 on, not “”'});
	t.throws(() => readOptions(['--large']), {message: /--large/});
});

test('a number of lines is abbreviated', t => {
	t.deepEqual([1000, 20_000, 5_000_000, 1234].map(linesName), [
		'1k lines',
		'20k lines',
		'5M lines',
		'1234 lines',
	]);
});
