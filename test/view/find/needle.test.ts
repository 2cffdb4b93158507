import test from 'ava';
import {sanitise} from '../../../source/format/sanitise.js';
import {foundParts, isIn, needleOf} from '../../../source/view/find/needle.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';

function marked(needle: string, text: string): string {
	const made = needleOf(needle);
	return made
		? foundParts(made, text)
				.map(part => (part.isFound ? `[${part.text}]` : part.text))
				.join('')
		: text;
}

for (const [needle, text, result] of [
	['en/', '/en/kitchen/', '/[en/]kitch[en/]'],
	['en', 'en', '[en]'],
	['EN', '/en/EN', '/en/[EN]'],
	['en', '/en/EN', '/[en]/[EN]'],
	['aa', 'aaaaa', '[aa][aa]a'],
	['.*', 'a.*b', 'a[.*]b'],
	['a+(b', 'a+(b', '[a+(b]'],
	['日', '日本', '[日]本'],
	['x', 'abc', 'abc'],
	['x', '', ''],
	['\t', 'a\\tb', 'a[\\t]b'],
] as const) {
	test(`finds ${JSON.stringify(needle)} in ${JSON.stringify(text)}`, t => {
		t.is(marked(needle, text), result);
	});
}

test('an empty text gives no needle', t => {
	t.is(needleOf(''), null);
});

test('the parts add up to the whole text, and repeated matching gives the same result', t => {
	forAll(100, nastyText, nastyText, (wanted, given) => {
		const needle = needleOf(wanted);
		if (!needle) {
			return;
		}
		const text = sanitise(given + wanted + given);
		const parts = foundParts(needle, text);
		t.is(parts.map(part => part.text).join(''), text);
		t.is(
			isIn(needle, text),
			parts.some(part => part.isFound),
		);
		t.deepEqual(foundParts(needle, text), parts);
	});
});
