import test from 'ava';
import {behindTexts, nameText, timesText} from '../../source/format/finding-texts.js';

test('formats how much more or less frequent a value is', t => {
	t.is(timesText(0.3, 0), 'new');
	t.is(timesText(0, 0.3), 'gone');
	t.is(timesText(0.61, 0.02), '×31');
	t.is(timesText(0.44, 0.1), '×4.4');
	t.is(timesText(0.1, 0.3), '×⅓');
	t.is(timesText(0.1, 0.7), '×1/7');
	t.is(timesText(0.09, 0.1), '×0.9');
	t.is(timesText(2100, 90), '×23');
});

test('names other values of a finding, at most three, and sanitises them', t => {
	const value = (name: string) => ({field: 'url', value: name}) as const;
	t.deepEqual(
		behindTexts({
			mostly: [{field: 'upstream', value: '10.0.0.13:8080'}],
			also: [value('/a\u001b'), value('/b'), value('/c'), value('/d')],
		}),
		['mostly upstream 10.0.0.13:8080', 'also url /a\\x1b, url /b, url /c, 1 more'],
	);
	t.deepEqual(behindTexts({mostly: [], also: []}), []);
	t.is(nameText({field: 'duration', value: null}), 'duration of all requests');
});
