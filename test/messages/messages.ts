import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type AnyNode, parse} from 'acorn';

/** A user-visible text in the source code. */
export type Message = {
	/** The compiled file that contains the text, as a path below `build/source`. */
	readonly file: string;
	/** The text; `{…}` replaces an inserted value. */
	readonly text: string;
};

/** Two words with a space between them, or a sentence that starts or ends with an inserted value. */
const phrase = /\p{L}\p{L}+[,:;.!?'’)]* \(?\p{L}|\{…\}[,:]? \p{L}{2}|\p{L}{2}:? \{…\}/u;

/** ClickHouse statements and generated shell completions, which aren't prose. */
const code =
	/^\s*(?:SELECT|INSERT|CREATE|ALTER|WITH|GRANT|ORDER BY|PARTITION|ENGINE|SETTINGS|CAST|if\(|--? )|=> |\n\t|;$/;

/** Returns the strings of at least two words in one compiled JavaScript file, in source order. */
export function messagesIn(file: string, javaScript: string): readonly Message[] {
	const texts: string[] = [];
	const root = parse(javaScript, {ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true});
	const visit = (node: AnyNode): void => {
		if (node.type === 'ImportDeclaration') {
			return;
		}
		if (node.type === 'Literal' && typeof node.value === 'string') {
			texts.push(node.value);
		}
		if (node.type === 'TemplateLiteral') {
			texts.push(node.quasis.map(({value}) => value.cooked ?? '').join('{…}'));
		}
		for (const child of Object.values(node).flat()) {
			if (typeof (child as Partial<AnyNode> | null)?.type === 'string') {
				visit(child as AnyNode);
			}
		}
	};
	visit(root);
	return texts.filter(text => phrase.test(text) && !code.test(text)).map(text => ({file, text}));
}

/** Returns the messages of all compiled files below a folder, sorted by file. */
export function messagesOf(folder: string): readonly Message[] {
	return readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(path => path.endsWith('.js'))
		.sort()
		.flatMap(path => messagesIn(path, readFileSync(join(folder, path), 'utf8')));
}
