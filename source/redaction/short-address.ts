import {networkOf} from '../entries/values/network.js';

/** Four numbers of up to 255, without a fifth. A version such as `Foo/1.2.3.4` matches, too, because it may be an address. */
const byte = '(?:25[0-5]|2[0-4]\\d|[01]?\\d?\\d)';
const four = new RegExp(
	`(?<!\\d|\\d\\.)((?:${byte}\\.){3})${byte}(?!\\.?\\d|\\.(?:[\\da-f]\\.){0,31}ip6\\.)`,
	'gi',
);

/**
 * The end of the text before a version: the name of a browser or of its engine, `version` or `v`, a directory of versions, or the
 * name of a file or directory and a hyphen (`/lib-1.2.3.4/`), unless machines have such names.
 */
const beforeVersion = new RegExp(
	`(?:${[
		'\\b(?:\\w{0,16}(?:chrom(?:e|ium)|browser|firefox|webkit|gecko)|crios|fxios|edg(?:e|a|ios)?|opr|opera|safari|vivaldi|brave|electron|silk|whale|micromessenger|seamonkey|thunderbird|puffin|gsa|fb[a-z]{2}|dalvik|okhttp|curl|wget|java|python(?:-requests)?|nginx|clr)(?:[/ ]|%(?:25)*2f)',
		'(?<![a-z\\d])(?:v|ver|version|release|build)(?:[\\s:=/_.-]|%(?:25)*(?:3[ad]|2[0f])){0,2}',
		'/(?:libs?|releases?|versions?|downloads?|tags|packages?)/(?:[a-z][\\w.-]{0,40}/)?',
		`(?<!/)/(?!(?:ip|ipv4|ec2|address|host|client|peer|remote|proxy|node|server|dsl|dyn|pool|user)[-_])[a-z]\\w{0,30}(?:-[a-z]\\w{0,30}){0,3}-`,
	].join('|')})$`,
	'i',
);
const maxLengthBefore = 80;

/** The rest of a host name after an address, unless it is the end of a file name: `1.2.3.4.min.js`. */
const restOfHost = /\.(?!(?:min|slim|tar|src)\.)[a-z][\w-]{0,62}\.[a-z]/iy;

/** True if the four numbers between these offsets are a version. */
function isVersion(text: string, start: number, end: number): boolean {
	restOfHost.lastIndex = end;
	return (
		beforeVersion.test(text.slice(Math.max(0, start - maxLengthBefore), start)) && !restOfHost.test(text)
	);
}

/** An address in a host name. It may be in reverse order, so both ends are hidden. */
const named =
	/(?<!\d[-_]?)(\d{1,3})([-_]\d{1,3}[-_]\d{1,3}[-_])(\d{1,3})(?=\.[a-z]|isp|dsl|dyn)|(?<=\b(?:ip|ec2)[-_])(\d{1,3})([-_]\d{1,3}[-_]\d{1,3}[-_])(\d{1,3})(?!\d)|(?<!\d)(\d{1,3})(\.\d{1,3}\.\d{1,3}\.)(\d{1,3})(?=\.(?!(?:[\da-f]\.){0,31}ip6\.)(?:[a-z][\w-]{0,62}\.)+[a-z])/gi;
const mayBeNamed = /\d[-_]\d{1,3}[-_]\d{1,3}[-_]\d|\d\.[a-z]|\.ip6\.|--/i;
/** An IPv6 address in a host name: `2001-db8-1-2-3-4-5-6.isp.example`. */
const named6 = /(?<![\w-])((?:[\da-f]{1,4}-){3})(?:[\da-f]{1,4}-){4}[\da-f]{1,4}(?![\w-])/gi;
/** The same without zeros: `2001-db8--9.isp.example`. */
const shortNamed6 = /(?<![\w-])[23][\da-f]{3}-[\da-f-]{1,40}(?=\.[a-z][\w-]{0,62}\.[a-z])/gi;

/**
 * The name of an IPv6 address in the DNS, nibbles in reverse order: https://www.rfc-editor.org/rfc/rfc3596#section-2.5. The last
 * twelve are the network.
 */
const reverse6 = /(?<![\w-])((?:[\da-f]\.){1,20})(?:[\da-f]\.){12}ip6\.(?:arpa|int)/gi;

/** A possible IPv6 address, with the punctuation after it. */
const colons = /(?<![A-Za-z\d])[\da-f:][\da-f:.]{1,63}/gi;

/** Returns the ends of the addresses in a string and their replacements. The result is an address again. */
export function addressesIn(
	text: string,
): readonly {readonly start: number; readonly end: number; readonly instead: string}[] {
	const found: {start: number; end: number; instead: string}[] = [];
	for (const {index, 0: address, 1: network = ''} of text.matchAll(four)) {
		const end = index + address.length;
		if (!isVersion(text, index, end)) {
			found.push({start: index + network.length, end, instead: '0'});
		}
	}
	if (mayBeNamed.test(text)) {
		for (const {index, 0: address, ...groups} of text.matchAll(named)) {
			const last = (groups[3] ?? groups[6] ?? groups[9] ?? '').length;
			const first = (groups[1] ?? groups[4] ?? groups[7] ?? '').length;
			if (groups[7] !== undefined && isVersion(text, index, index + address.length)) {
				continue;
			}
			found.push({start: index, end: index + first, instead: '0'});
			found.push({start: index + address.length - last, end: index + address.length, instead: '0'});
		}
		for (const {index, 1: host = ''} of text.matchAll(reverse6)) {
			found.push({start: index, end: index + host.length, instead: host.replaceAll(/[\da-f]/gi, '0')});
		}
		for (const {index, 0: address} of text.matchAll(shortNamed6)) {
			const short = address.includes('--') ? networkOf(address.replaceAll('-', ':')) : null;
			if (short !== null) {
				found.push({start: index, end: index + address.length, instead: short.network.replaceAll(':', '-')});
			}
		}
		for (const {index, 0: address, 1: network = ''} of text.matchAll(named6)) {
			found.push({start: index + network.length, end: index + address.length, instead: '0-0-0-0-0'});
		}
	}
	if (!text.includes(':')) {
		return found;
	}
	for (const {index, 0: written} of text.matchAll(colons)) {
		if (written.indexOf(':') === written.lastIndexOf(':')) {
			continue;
		}
		// In a sentence, a colon or a full stop may follow an address.
		const address = written.replace(/(?<![:]):$|[.]+$|(?<=::):$/, '');
		const short = networkOf(address);
		if (short !== null && short.network !== address) {
			found.push({start: index, end: index + address.length, instead: short.network});
		}
	}
	return found;
}
