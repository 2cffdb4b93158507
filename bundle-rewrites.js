// What packages do when they are loaded, and the first screen would wait for, is done when it is first needed instead.
import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';

/** Whatever is first used of `Intl` takes 10 ms. */
const lateSegmenter = ['new Intl.Segmenter(', 'new LateSegmenter('];
const itsImport = `import {LateSegmenter} from ${JSON.stringify(resolve('source/format/late-segmenter.ts'))};`;

/**
 * By the end of a module's path: what stands in it once, and what is put in its place. Measured, 25 starts in turn: without
 * the late segmenter the first rows come 10 ms later, without the late pattern of emoji 28 ms. A CommonJS bundle can't do
 * without those of Yoga and of Ink's reconciler, which wait while they are loaded.
 */
const rewrites = {
	'/ink/build/line-update.js': [lateSegmenter],
	'/@alcalzone/ansi-tokenize/build/tokenize.js': [lateSegmenter],
	'/slice-ansi/tokenize-ansi.js': [lateSegmenter],
	'/wrap-ansi/index.js': [lateSegmenter],
	'/cli-truncate/index.js': [lateSegmenter],
	// The pattern takes 18 ms to be read. What is drawn is hardly ever ASCII alone, but one column a character.
	'/string-width/index.js': [
		lateSegmenter,
		[
			'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
			String.raw`
				let rgiEmoji;
				const rgiEmojiRegex = {test: text => (rgiEmoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v')).test(text)};
				const narrowText = /^[ -~\xA0-\xA8\xAA-\xAC\xAF-\u02FF\u2010-\u2027\u2190-\u2193\u2200-\u22FF\u2500-\u259F]*$/;
			`,
		],
		[
			String.raw`if (/^[\u0020-\u007E]*$/.test(string)) {`,
			String.raw`if (/^[\u0020-\u007E]*$/.test(string) || (ambiguousIsNarrow && narrowText.test(string))) {`,
		],
	],
	// By itself it asks `fetch` for its WebAssembly, which takes 20 ms when it is first used, and then decodes it. It fills
	// the object that it is given, and what it has to wait for is done at once here: CommonJS can't wait.
	'/yoga-layout/dist/src/index.js': [
		['import wrapAssembly', "import {readFileSync} from 'node:fs';\nimport wrapAssembly"],
		[
			'const Yoga = wrapAssembly(await loadYoga());',
			`const layout = {
				instantiateWasm(imports, done) {
					const bytes = readFileSync(new URL('layout.wasm', import.meta.url));
					done(new WebAssembly.Instance(new WebAssembly.Module(bytes), imports));
					return {};
				},
			};
			void loadYoga(layout);
			const Yoga = wrapAssembly(layout);`,
		],
	],
	// What these wait for, only developers of Ink ask for.
	'/ink/build/reconciler.js': [
		["await import('./devtools.js')", '{}'],
		['await loadPackageJson()', '{}'],
	],
	'/yoga-layout/dist/binaries/yoga-wasm-base64-esm.js': [
		[/"data:application\/octet-stream;base64,(?<wasm>[A-Za-z0-9+/=]+)"/, '""'],
	],
};

const ends = Object.keys(rewrites);
const filter = new RegExp(`(?:${ends.join('|').replaceAll('.', '\\.')})$`);

/** Says that a rewrite is left out. The program is the same without it, and starts later. */
function leftOut(what, found) {
	return `bundle-rewrites.js: ${what} is left as it is, for this isn't in it once any more: ${found}`;
}

/**
 * An esbuild plugin that rewrites these modules. One that has changed is left as it is, and a line says so. Calls `layout`
 * with the WebAssembly of the layout, which is then to stand beside the bundle as `layout.wasm`.
 */
export function rewritten(layout) {
	return {
		name: 'rewritten',
		setup(build) {
			build.onLoad({filter}, async ({path}) => {
				const end = ends.find(end => path.endsWith(end));
				const original = await readFile(path, 'utf8');
				let contents = original;
				for (const [found, replacement] of rewrites[end]) {
					const match = found instanceof RegExp ? found.exec(contents) : [found];
					const [before, after, ...more] = match === null ? [] : contents.split(match[0]);
					if (after === undefined || more.length > 0) {
						// The rewrites of a module may depend on each other.
						return {contents: original, warnings: [{text: leftOut(end, found)}]};
					}
					contents = `${before}${replacement}${after}`;
					if (match.groups) {
						layout(Buffer.from(match.groups.wasm, 'base64'));
					}
				}
				return {contents: contents.includes(lateSegmenter[1]) ? `${itsImport}\n${contents}` : contents};
			});
		},
	};
}

/** What esbuild puts before a bundle: makes of what a CommonJS module exports what can be imported of it, anew for each import. */
const view =
	/__toESM=\((?<parameters>mod,isNodeMode,target)\)=>(?<made>\(target=.{1,200}?,mod\)\))(?=,__toCommonJS=|;)/;

/**
 * A bundle's text in which each CommonJS module is made importable once. React is imported by 70 modules, and for each of
 * them all that it exports would be listed again: 8 ms of the first screen's 105, collecting the garbage included.
 */
export function importableOnce(text) {
	const match = view.exec(text);
	const {parameters, made} = match?.groups ?? {};
	const [before, after, ...more] = text.split(match?.[0]);
	if (made === undefined || after === undefined || more.length > 0) {
		console.warn(leftOut('the import of CommonJS', view));
		return text;
	}
	return `${before}views=[new Map,new Map],__toESM=(${parameters})=>{const of=views[isNodeMode?1:0];return (target=of.get(mod))===void 0&&of.set(mod,target=${made}),target}${after}`;
}

/**
 * A bundle's text in ASCII alone. esbuild leaves regular expressions and tagged templates as they are, and what reads
 * the text as bytes would see three other characters in place of a `…` there.
 * @throws where a backslash stands before a character, which would then be another one
 */
export function inAscii(text) {
	return text.replaceAll(/\\?[\u0080-\uFFFF]/g, found => {
		if (found.length > 1) {
			throw new Error(`a backslash stands before ${found[1]}: leave it out`);
		}
		return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
}
