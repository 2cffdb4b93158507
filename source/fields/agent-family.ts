/** A rule: the user agents that it is for, and their family. Without a name, the family is the first group of the pattern. */
type FamilyRule = {readonly pattern: string; readonly name?: string};

/**
 * The rules; the first match counts. The patterns mean the same in RE2, because ClickHouse evaluates them, too.
 *
 * Browsers name the engines and browsers that they are compatible with, so the more specific name comes first:
 * https://developer.mozilla.org/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent. Other programs begin with their
 * own name (RFC 9110, 10.1.5), and bots have names with `bot`, `crawler` or a similar word. Names are bounded: clients can
 * invent them.
 */
const rules: readonly FamilyRule[] = [
	{pattern: '([A-Za-z][A-Za-z0-9_.-]{0,40}(?:[Bb]ot|[Cc]rawler|[Ss]pider|Slurp)(?:-[A-Za-z]+)?)'},
	{
		pattern:
			'(facebookexternalhit|meta-externalagent|WhatsApp|Mediapartners-Google|Google-InspectionTool|BingPreview|ChatGPT-User|Claude-User|Perplexity-User|Pingdom|StatusCake|HeadlessChrome|PhantomJS|Lighthouse)',
	},
	{pattern: '^Mozilla/.*Edg(?:e|A|iOS)?/', name: 'Edge'},
	{pattern: '^Mozilla/.*(?:OPR|OPT|OPiOS)/', name: 'Opera'},
	{pattern: '^Mozilla/.*SamsungBrowser/', name: 'Samsung Internet'},
	{pattern: '^Mozilla/.*(YaBrowser|Vivaldi|UCBrowser|DuckDuckGo|MiuiBrowser|HuaweiBrowser|Instagram)/?'},
	{pattern: '^Mozilla/.*(?:FBAN|FBAV|FB_IAB)', name: 'Facebook'},
	{pattern: '^Mozilla/.*GSA/', name: 'Google app'},
	{pattern: '^Mozilla/.*FxiOS/', name: 'Firefox iOS'},
	{pattern: '^Mozilla/.*CriOS/', name: 'Chrome iOS'},
	{pattern: '^Mozilla/.*Android.*Firefox/|^Mozilla/.*Android.*rv:.*Gecko/', name: 'Firefox Android'},
	{pattern: '^Mozilla/.*Firefox/', name: 'Firefox'},
	{pattern: '^Mozilla/.*; wv\\)', name: 'Android app'},
	{pattern: '^Mozilla/.*Android.*Chrome/', name: 'Chrome Android'},
	{pattern: '^Mozilla/.*Chrom(?:e|ium)/', name: 'Chrome'},
	{pattern: '^Mozilla/.*(?:iPhone|iPad|iPod).*Safari/', name: 'Safari iOS'},
	{pattern: '^Mozilla/.*Safari/', name: 'Safari'},
	{pattern: '^Mozilla/.*(?:iPhone|iPad|iPod)', name: 'iOS app'},
	{pattern: '^Mozilla/.*(?:Trident/|MSIE )', name: 'Internet Explorer'},
	{pattern: '^Mozilla/', name: 'other browser'},
	{pattern: '^([^\\s/;,()]{1,40})'},
];

/**
 * Length of the part of a user agent that is examined, in UTF-16 units. User agents of browsers are shorter, and a pattern takes
 * longer on longer strings.
 */
const maxLength = 512;

let compiled: ReadonlyArray<readonly [RegExp, FamilyRule]> | undefined;

/** The last results, because a log repeats the same few thousand agents. */
const known = new Map<string, string | null>();
const maxKnown = 5000;

/**
 * Returns the family of a user agent in its printed form: the browser and, for phones, its system (`Chrome`, `Safari iOS`), or the
 * name of the program (`Googlebot`, `okhttp`). Null without a user agent, or if it names nothing.
 */
export function agentFamily(userAgent: string | null): string | null {
	if (userAgent === null || userAgent === '') {
		return null;
	}
	const text = userAgent.length > maxLength ? copied(userAgent.slice(0, maxLength)) : userAgent;
	const last = known.get(text);
	if (last !== undefined) {
		return last;
	}
	if (known.size === maxKnown) {
		known.clear();
	}
	const found = familyOf(text);
	const family = found && copied(found);
	known.set(text, family);
	return family;
}

/** Returns a copy. A part of a string would keep the whole string in memory: up to 64 KB, for each of 65,535 families. */
function copied(text: string): string {
	return Buffer.from(text, 'utf16le').toString('utf16le');
}

function familyOf(text: string): string | null {
	// With the flag `u`, a length counts code points, as in ClickHouse, and the limit doesn't split a surrogate pair.
	compiled ??= rules.map(rule => [new RegExp(rule.pattern, 'su'), rule]);
	for (const [pattern, {name}] of compiled) {
		const match = pattern.exec(text);
		if (match) {
			return name ?? match[1] ?? null;
		}
	}
	return null;
}

/** SQL expression for `agentFamily` of a nullable column `agent`. */
export const familySql = `if(isNull(agent), NULL, nullIf(multiIf(${rules
	.flatMap(({pattern, name}) => {
		const text = 'leftUTF8(assumeNotNull(agent), 512)';
		const quoted = `'(?s)${pattern.replaceAll('\\', '\\\\')}'`;
		return [`match(${text}, ${quoted})`, name === undefined ? `extract(${text}, ${quoted})` : `'${name}'`];
	})
	.join(', ')}, ''), ''))`;
