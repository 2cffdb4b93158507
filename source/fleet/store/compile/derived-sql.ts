import {familySql} from '../../../fields/agent-family.js';
import {fieldTable, type OwnFacetField, type SearchedText} from '../../../fields/fields.js';
import {botPatterns} from '../../../query/bots/client-class.js';

function quoted(pattern: string): string {
	return `'${pattern.replaceAll('\\', '\\\\')}'`;
}

const agent = 'assumeNotNull(agent)';

const testedAgent = `lower(leftUTF8(${agent}, ${botPatterns.testedLength}))`;

/** True for apps: in rows of version 1.0.0, they are bots. */
const appSql = `match(${testedAgent}, ${quoted(botPatterns.app)}) AND NOT match(${testedAgent}, ${quoted(botPatterns.word)})`;

/** The same as `botOfId`. */
const botSql = `multiIf(isNull(bot) OR NOT assumeNotNull(bot), NULL, match(lower(leftUTF8(${agent}, ${botPatterns.nameLength})), ${quoted(botPatterns.tool)}), NULL, ${appSql}, NULL, ${familySql})`;

/** `cutIPv6` sets the last bytes to 0: 10 of IPv6, 1 of IPv4, which it prints in its mapped form. */
const networkSql =
	"if(startsWith(cutIPv6(address, 10, 1), '::ffff:'), concat(substring(cutIPv6(address, 10, 1), 8), '/24'), concat(cutIPv6(address, 10, 1), '/48'))";

const refererHostSql = `nullIf(lowerUTF8(extract(referer, ${quoted('^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?(\\[[^\\]/?#]*\\]|[^/?#:]+)')})), '')`;

/** The parameters of a URL; an empty array for a row without any. */
export const parametersSql = `arrayFilter(part -> part != '', splitByChar('&', extract(ifNull(url, ''), '^[^?#]*[?]([^#]*)')))`;

/** SQL expression for the string of a field; NULL for a row without it. */
export function textSql(field: Exclude<SearchedText | OwnFacetField, 'param' | 'client'>): string {
	switch (field) {
		case 'network':
			return networkSql;
		case 'bot':
			return botSql;
		case 'refererHost':
			return refererHostSql;
		default:
			return fieldTable[field].sql;
	}
}
