import test from 'ava';
import {messagesIn, messagesOf} from './messages.js';

test('strings of at least two words are messages; imports, words and statements are not', t => {
	const javaScript = [
		"import {a} from 'not a message';",
		"const word = 'status';",
		"print('no such file');",
		// biome-ignore lint/suspicious/noTemplateCurlyInString: it is JavaScript.
		'print(`${count} lines not recognised: see ${name}`);',
		"query('SELECT count() FROM logs');",
		"jsx(Text, {children: 'press any key'});",
	].join('\n');
	t.deepEqual(
		messagesIn('view/a.js', javaScript).map(({text}) => text),
		['no such file', '{…} lines not recognised: see {…}', 'press any key'],
	);
});

test('messages of the command line and of the screen are found in the built program', t => {
	const messages = messagesOf('build/source');
	t.true(messages.length > 500, String(messages.length));
	t.true(messages.some(({file}) => file.startsWith('command-line/')));
	t.true(messages.some(({file}) => file.startsWith('view/')));
});
