import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {cutAgent} from '../../source/format/fit-width.js';
import {forAll} from '../helpers/for-all.js';

test('the name of a program stays', t => {
	const bot =
		'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
	t.is(cutAgent(bot, 50), 'Mozilla/5.0 …compatible; GPTBot/1.2; +https://ope…');
	t.is(cutAgent(bot, 200), bot);
	t.is(
		cutAgent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 40),
		'Mozilla/5.0 (compatible; Googlebot/2.1;…',
	);
});

test('cuts other agents in the middle', t => {
	const browser =
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
	t.regex(cutAgent(browser, 60), /^Mozilla.*….*Safari\/537\.36$/);
});

test('never exceeds the width', t => {
	forAll(
		100,
		fc.constantFrom('', 'a ', '日本 '),
		fc.constantFrom('', 'compatible; '),
		fc.string(),
		fc.nat({max: 30}),
		(a, b, c, width) => {
			t.true(stringWidth(cutAgent(a + b + '日本語'.repeat(4) + c, width)) <= width);
		},
	);
});
