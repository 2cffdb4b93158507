import {existsSync, statSync} from 'node:fs';
import test from 'ava';
import {documentation} from '../helpers/documentation.js';
import type {StyledCell} from '../helpers/styled-cells.js';
import {film} from './film.js';
import {linePicture} from './line-picture.js';
import {hexOf, palettes} from './palette.js';
import {picture} from './picture.js';
import {recording, scenes} from './scenes.js';

const plain: StyledCell = {
	text: ' ',
	color: null,
	background: null,
	bold: false,
	dim: false,
	inverse: false,
	underline: false,
};

function cells(text: string, style: Partial<StyledCell> = {}): StyledCell[] {
	return Array.from(text, character => ({...plain, ...style, text: character}));
}

const {dark} = palettes;

test('words are at their columns, with their width in a terminal', t => {
	t.is(
		linePicture(cells('ab  <c> d'), dark),
		'<text x="0" y="14" textLength="16.8">ab</text><text x="33.6" y="14" textLength="42">&lt;c&gt; d</text>',
	);
	t.is(linePicture(cells('    '), dark), '');
});

test('draws colours, weight and inversion', t => {
	t.is(
		linePicture(cells('x', {color: {index: 1}, bold: true}), dark),
		`<text x="0" y="14" textLength="8.4" fill="${dark.colors[1]}" font-weight="bold">x</text>`,
	);
	t.is(
		linePicture(cells(' x', {inverse: true}), dark),
		`<rect x="0" width="16.8" height="19" fill="${dark.foreground}"/><text x="8.4" y="14" textLength="8.4" fill="${dark.background}">x</text>`,
	);
});

test('a wide character takes two columns', t => {
	const line = [...cells('a中', {}), {...plain, text: ''}, ...cells('b')];
	t.is(linePicture(line, dark), '<text x="0" y="14" textLength="33.6">a中b</text>');
});

test('block characters are drawn as shapes, not as text', t => {
	t.is(
		linePicture(cells('█▄'), dark),
		`<path fill="${dark.foreground}" d="M0 0h8.4v19h-8.4zM8.4 9.5h8.4v9.5h-8.4z"/>`,
	);
	t.regex(linePicture(cells('▒', {dim: true}), dark), /opacity="0\.3"/);
});

test('draws colours of the cube and the grey ramp, and true colours', t => {
	t.is(hexOf({index: 16}, dark), '#000000');
	t.is(hexOf({index: 196}, dark), '#ff0000');
	t.is(hexOf({index: 110}, dark), '#87afd7');
	t.is(hexOf({index: 255}, dark), '#eeeeee');
	t.is(hexOf({rgb: 0x0a0b0c}, dark), '#0a0b0c');
	t.is(hexOf(null, dark), null);
});

test('a picture has the size of its screen, and a description', t => {
	const content = picture([cells('ab'), cells('  '), cells('c ')], 'Two lines', dark);
	t.regex(content, /viewBox="0 0 41 81"/);
	t.true(content.includes('<title>Two lines</title>'));
	t.is(content.match(/<g /g)?.length, 2);
});

test('a film contains each distinct line once, and a step for each frame', t => {
	const content = film(
		[
			{lines: [cells('same'), cells('one ')], stays: 500},
			{lines: [cells('same'), cells('two ')], stays: 1500},
		],
		'A film',
		dark,
	);
	t.is(content.match(/<g id="l\d+">/g)?.length, 3);
	t.is(content.match(/<use /g)?.length, 4);
	t.true(content.includes('@keyframes play{0%{transform:translateY(0px)}25%{transform:translateY(-38px)}}'));
	t.true(content.includes('animation:play 2s step-end infinite'));
});

test('the documentation shows every picture, light and dark, and they are small', t => {
	const text = documentation();
	const names = [...scenes, recording].map(({name}) => name);
	for (const name of names) {
		for (const theme of Object.keys(palettes)) {
			const file = `screenshots/${name}-${theme}.svg`;
			t.true(existsSync(`docs/${file}`), file);
			t.true(statSync(`docs/${file}`).size < 180_000, file);
			t.true(text.includes(`"${file}"`) || text.includes(`"docs/${file}"`), file);
		}
	}
	const shown = Array.from(
		text.matchAll(/"(?:docs\/)?screenshots\/([\w-]+)-(?:dark|light)\.svg"/g),
		([, name = '']) => name,
	);
	t.deepEqual([...new Set(shown)].sort(), names.toSorted());
});

test('the recording takes about 20 seconds', t => {
	const total = recording.steps.reduce((sum, {stays}) => sum + stays, 0);
	t.true(total > 15_000 && total < 25_000, String(total));
});
