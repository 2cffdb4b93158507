// Rewrites packages so that the program starts faster: slow initialisation happens on first use.
import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import react from 'react';
import jsxRuntime from 'react/jsx-runtime';

/** The first use of `Intl` takes 10 ms. */
const lateSegmenter = ['new Intl.Segmenter(', 'new LateSegmenter('];
const itsImport = `import {LateSegmenter} from ${JSON.stringify(resolve('source/format/late-segmenter.ts'))};`;

/**
 * Gives a CommonJS module of React named exports. 70 modules import React, and for each of them esbuild would list all exports
 * again, which takes 4 to 8 ms of the start.
 */
function asModule(name, exports) {
	const names = Object.keys(exports).filter(name => name !== 'default');
	return [
		[
			/^'use strict';\s+if \(process\.env\.NODE_ENV.*$/s,
			`import all from './cjs/${name}.production.js';\nexport default all;\nexport const {${names}} = all;`,
		],
	];
}

/** The module with the WebAssembly of the layout. */
const layoutModule = '/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js';
const packedLayout = /"data:application\/octet-stream;base64,(?<wasm>[A-Za-z0-9+/=]+)"/;

/**
 * Replacements by the end of a module's path. Each pair is a string that occurs exactly once, and its replacement. Measured over
 * 25 alternating starts: the first rows appear 10 ms later without the late segmenter, and 28 ms later without the late emoji
 * pattern. The rewrites of Yoga and of Ink's reconciler are required, because their top-level await doesn't work in CommonJS.
 */
const rewrites = {
	'/ink/build/line-update.js': [lateSegmenter],
	'/@alcalzone/ansi-tokenize/build/tokenize.js': [lateSegmenter],
	'/slice-ansi/tokenize-ansi.js': [lateSegmenter],
	'/wrap-ansi/index.js': [lateSegmenter],
	'/cli-truncate/index.js': [lateSegmenter],
	// Parsing the pattern takes 18 ms. Text on the screen is rarely pure ASCII, but its characters are one column wide.
	'/string-width/index.js': [
		lateSegmenter,
		[
			'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
			String.raw`
				let rgiEmoji;
				const rgiEmojiRegex = {test: text => (rgiEmoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v')).test(text)};
				const narrowText = /^[ -~\xA0-\xA8\xAA-\xAC\xAF-\u02FF\u2010-\u2027\u2190-\u2193\u2200-\u22FF\u2500-\u25A9\u25AC-\u25B5\u25B7-\u25BF\u25C1-\u25FA]*$/;
			`,
		],
		[
			String.raw`if (/^[\u0020-\u007E]*$/.test(string)) {`,
			String.raw`if (/^[\u0020-\u007E]*$/.test(string) || (ambiguousIsNarrow && narrowText.test(string))) {`,
		],
	],
	// The original tries `fetch` for its WebAssembly, whose first use takes 20 ms, and then decodes it. `loadYoga` fills the given
	// object. This rewrite instantiates the module synchronously, because CommonJS has no top-level await.
	'/yoga-layout/dist/src/index.js': [
		[
			'import wrapAssembly',
			`import {bytesOf} from ${JSON.stringify(resolve('source/start/parts.ts'))};\nimport wrapAssembly`,
		],
		[
			'const Yoga = wrapAssembly(await loadYoga());',
			`const layout = {
				instantiateWasm(imports, done) {
					done(new WebAssembly.Instance(new WebAssembly.Module(bytesOf('layout.wasm')), imports));
					return {};
				},
			};
			void loadYoga(layout);
			const Yoga = wrapAssembly(layout);`,
		],
	],
	'/react/index.js': asModule('react', react),
	'/react/jsx-runtime.js': asModule('react-jsx-runtime', jsxRuntime),
	// Only Ink developers need the awaited modules.
	'/ink/build/reconciler.js': [
		["await import('./devtools.js')", '{}'],
		['await loadPackageJson()', '{}'],
	],
	// Loading Node's module takes 3 ms, and it checks one argument.
	'/signal-exit/index.js': [["var assert = require('assert')", 'var assert = {equal() {}}']],
	[layoutModule]: [[packedLayout, '""']],
};

const ends = Object.keys(rewrites);

/** Modules of packages; JSON isn't code. */
const filter = /\/node_modules\/.*\.m?js$/;

/** Replaces a string, or the match of a pattern, that occurs once in a module. */
function replacedIn(contents, found, replacement, end) {
	const text = found instanceof RegExp ? found.exec(contents)?.[0] : found;
	const [before, after, ...more] = text === undefined ? [] : contents.split(text);
	if (after === undefined || more.length > 0) {
		throw new Error(`${end} does not contain this once: ${found}`);
	}
	return `${before}${replacement}${after}`;
}

/**
 * Returns an esbuild plugin that rewrites the modules of packages. The build fails if one of them has changed.
 * @param layout Called with the WebAssembly of the layout, to be stored next to the bundle as `layout.wasm`.
 */
export function rewritten(layout) {
	return {
		name: 'rewritten',
		setup(build) {
			build.onLoad({filter}, async ({path}) => {
				const end = ends.find(end => path.endsWith(end));
				// A global variable. esbuild would copy its 100 properties for each of 14 modules, which takes 2 ms.
				let contents = (await readFile(path, 'utf8')).replace(/^import process from 'node:process';$/m, '');
				if (end === layoutModule) {
					layout(Buffer.from(packedLayout.exec(contents)?.groups.wasm ?? '', 'base64'));
				}
				for (const [found, replacement] of rewrites[end] ?? []) {
					contents = replacedIn(contents, found, replacement, end);
				}
				return {contents: contents.includes(lateSegmenter[1]) ? `${itsImport}\n${contents}` : contents};
			});
		},
	};
}

/** @throws if a module that should be rewritten is not among the modules of a bundle */
export function checkRewritten(modules) {
	const missing = ends.filter(end => !modules.some(path => path.endsWith(end)));
	if (missing.length > 0) {
		throw new Error(`no module is called ${missing.join(' or ')}: change the rewrites`);
	}
}

/**
 * Escapes all non-ASCII characters of a bundle. esbuild doesn't escape regular expressions and tagged templates. Code that reads
 * the text as bytes would find three different characters in place of a `…`.
 * @throws if a backslash precedes such a character, because the escape would then have a different meaning
 */
export function inAscii(text) {
	return text.replaceAll(/\\?[\u0080-\uFFFF]/g, found => {
		if (found.length > 1) {
			throw new Error(`a backslash stands before ${found[1]}: leave it out`);
		}
		return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
}
