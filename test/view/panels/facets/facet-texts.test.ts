import test from 'ava';
import fc from 'fast-check';
import {terminalWidth} from '../../../../source/format/fit-width.js';
import {sanitise} from '../../../../source/format/sanitise.js';
import {cutAgents, cutApart} from '../../../../source/view/panels/facets/facet-texts.js';
import {forAll} from '../../../helpers/for-all.js';
import {nastyText} from '../../../helpers/nasty-text.js';

const articles = [1042, 1043, 17].map(id => `/en/detail/index/sArticle/${id}/sCategory/21`);

test('cuts shared prefixes and keeps the parts that differ', t => {
	t.deepEqual(cutApart([...articles, '/en/'], 34), [
		'/en/detail/inde…/1042/sCategory/21',
		'/en/detail/inde…/1043/sCategory/21',
		'/en/detail/index/…/17/sCategory/21',
		'/en/',
	]);
	t.deepEqual(cutApart(articles, 20), [
		'/…/1042/sCategory/21',
		'/…/1043/sCategory/21',
		'/en…/17/sCategory/21',
	]);
});

test('cuts a value without a shared prefix in its middle', t => {
	t.deepEqual(cutApart(['/search?q=a+very+long+text&p=12', ...articles], 20), [
		'/search?q=a+v…t&p=12',
		...cutApart(articles, 20),
	]);
});

test('keeps values that fit unchanged, and cuts the rest to the width', t => {
	forAll(100, fc.array(nastyText, {maxLength: 8}), nastyText, fc.nat(40), (ends, head, width) => {
		const texts = ends.map(end => sanitise(head + end));
		const cut = cutApart(texts, width);
		for (const [index, text] of texts.entries()) {
			t.true(terminalWidth(cut[index] ?? '') <= width);
			t.true(terminalWidth(text) > width || cut[index] === text);
		}
	});
});

test('user agents that would look the same begin with the word in which they differ', t => {
	const agents = ['17_5', '16_7', '17_5'].map(
		(os, index) =>
			`Mozilla/5.0 (iPhone; CPU iPhone OS ${os} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ShopApp/5.${8 + index}.0`,
	);
	t.deepEqual(cutAgents([...agents, agents[0]?.replace('17_5', '17_4_1') ?? '', 'curl/8.5.0'], 32), [
		'…17_5 like Mac OS…ShopApp/5.8.0',
		'…(iPhone; CPU iPh…ShopApp/5.9.0',
		'…(iPhone; CPU iP…ShopApp/5.10.0',
		'…17_4_1 like Mac …ShopApp/5.8.0',
		'curl/8.5.0',
	]);
});
