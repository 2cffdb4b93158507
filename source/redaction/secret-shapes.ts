import {looksRandom} from './looks-random.js';

/** Keys and tokens that are recognisable by their form, by vendor. docs/guarantees.md names the vendors. */
export const vendorKeys: readonly (readonly [vendor: string, form: string])[] = [
	['Airtable', 'pat[A-Za-z\\d]{14}\\.[a-f\\d]{40,}'],
	['Alibaba Cloud', 'LTAI[A-Za-z\\d]{12,}'],
	['Anthropic', 'sk-ant-[\\w-]{16,}'],
	['Atlassian', 'AT(?:ATT|CTT|STT|BB)[\\w=.-]{20,}'],
	['AWS', 'A(?:KIA|SIA|BIA|CCA)[A-Z\\d]{16}'],
	['Azure', '[A-Za-z\\d]{3}\\dQ~[\\w~.-]{30,}'],
	['Brevo', 'x(?:keysib|smtpsib)-[a-f\\d]{32,}(?:-\\w+)?'],
	['Databricks', 'dapi[a-f\\d]{32}(?:-\\d)?'],
	['DigitalOcean', 'do[opr]_v1_[a-f\\d]{16,}'],
	['Discord', '[MNO][A-Za-z\\d]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,}'],
	['Docker', 'dckr_[op]at_[\\w-]{20,}'],
	['Doppler', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{20,}'],
	['Facebook', 'EAA[A-Za-z\\d]{60,}'],
	['Figma', 'fig(?:[dou]|[dou]r|[ou]h)_[\\w-]{20,}'],
	['GitHub', 'gh[opsur]_[A-Za-z\\d]{20,}|github_pat_\\w{20,}'],
	['GitLab', 'gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|ffct|imt|agent|wt|oas)-[\\w-]{16,}(?:\\.[\\w-]+){0,3}'],
	['Google', 'AIza[\\w-]{20,}|ya29\\.[\\w-]{16,}|GOCSPX-[\\w-]{16,}|1//0[\\w-]{30,}'],
	['Grafana', 'gl(?:sa|c)_[\\w+/=]{20,}'],
	['Groq', 'gsk_[A-Za-z\\d]{20,}'],
	[
		'HashiCorp Vault',
		'hv[sbr]\\.[\\w-]{20,}|s\\.(?=[a-z]{0,23}[A-Z\\d])[A-Za-z\\d]{24}(?![A-Za-z\\d])(?:\\.[A-Za-z\\d]{5})?',
	],
	['Heroku', 'HRKU-[\\w-]{20,}'],
	['Hugging Face', 'hf_[A-Za-z\\d]{20,}'],
	['Linear', 'lin_(?:api|oauth)_[A-Za-z\\d]{20,}'],
	['Mailchimp', '[a-f\\d]{32}-us\\d{1,2}(?!\\w)'],
	['Mailgun', '(?:priv|pub)?key-[a-f\\d]{32}|[a-f\\d]{32}-[a-f\\d]{8}-[a-f\\d]{8}(?![\\w-])'],
	['Netlify', 'nfp_[A-Za-z\\d]{20,}'],
	['New Relic', 'NR(?:AK|BR|II|IQ|JS|RA|SP)-[\\w-]{16,}|(?:[a-z]{2}\\d\\dxx)?[a-f\\d]{30,40}NRAL'],
	['Notion', 'ntn_[A-Za-z\\d]{20,}|secret_[A-Za-z\\d]{40,}'],
	['npm', 'npm_[A-Za-z\\d]{20,}'],
	// Not pages in Slovak such as `sk-hotel-v-centre`: a capital and a digit, or a long run with a digit.
	[
		'OpenAI',
		'sk-(?:(?=[\\w-]{0,64}[A-Z])(?=[\\w-]{0,64}\\d)[\\w-]{20,}|(?:[a-z]{1,12}\\d{0,2}-){0,3}(?=[a-z_]{0,40}\\d)\\w{16,}[\\w-]*)',
	],
	['Perplexity', 'pplx-[A-Za-z\\d]{20,}'],
	['PlanetScale', 'pscale_[a-z]{2,5}_[\\w.=-]{20,}'],
	['Postman', 'PMAK-[\\w-]{20,}'],
	['PyPI', 'pypi-[\\w-]{20,}'],
	['Replicate', 'r8_[A-Za-z\\d]{30,}'],
	['RubyGems', 'rubygems_[a-f\\d]{20,}'],
	['SendGrid', 'SG\\.[\\w-]{16,}\\.[\\w-]{16,}'],
	['Sentry', 'sntry[a-z]_[\\w+/=.-]{20,}'],
	['Shopify', 'shp[a-z]{2}_[a-f\\d]{16,}'],
	['Slack', '(?:xoxe\\.)?xox[a-z]-[\\w+/=-]{10,}|xapp-\\d{1,4}-[\\w-]{10,}'],
	['Square', 'sq0[a-z]{3}-[\\w-]{20,}'],
	['Stripe', '[prs]k_(?:live|test)_[A-Za-z\\d]{8,}|whsec_[\\w+/=]{16,}'],
	['Supabase', 'sbp_(?:v\\d_|oauth_)?[a-f\\d]{20,}|sb_secret_[\\w-]{20,}'],
	['Tailscale', 'tskey-[\\w-]{10,}'],
	['Telegram', '\\d{4,16}:A[\\w-]{30,}'],
	['Terraform', '[A-Za-z\\d]{14}\\.atlasv1\\.[\\w-]{40,}'],
	// `AC` and 32 digits are the id of an account.
	['Twilio', 'SK[a-fA-F\\d]{32}(?![A-Za-z\\d])'],
	['xAI', 'xai-[A-Za-z\\d]{40,}'],
];

/** Every vendor's keys have at least 15 such characters. This check makes the search three times as fast. */
const vendorKey = new RegExp(
	`(?<![A-Za-z\\d])(?=[\\w.~+/:=-]{15})(?:${vendorKeys.map(([, form]) => form).join('|')})`,
	'g',
);

/** JSON Web Tokens, and JSON objects and arrays in base64, under any name. They begin with these characters. */
const webToken = /(?<![A-Za-z\d])(?:eyJ|eyAi|W3si|WyJ|ewog|ewoJ)[\w+=-]{4,}(?:\.[\w-]*){0,4}/g;

/** The body of a private key in PEM, between its first and last line. */
const privateKey = /-----BEGIN[A-Z +]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)?-----([\w+/=\s\\:,.]+)/g;

/**
 * Session ids in paths of ASP.NET: https://learn.microsoft.com/dotnet/api/system.web.configuration.sessionstatesection.cookieless
 */
const pathSession = /\/\(((?:[AFSX]\([\w-]{1,256}\)){1,4})(?=\))/g;

/** Paths that are secret as a whole: webhooks of Slack, Discord and Teams, and bots of Telegram. */
const webhook =
	/\/(?:services\/T\w{1,32}\/B\w{1,32}|workflows\/T\w{1,32}\/A\w{1,32}(?:\/\d{1,32})?|api\/webhooks\/\d{1,32}|IncomingWebhook)\/([\w/-]+)|\/bot(\d{1,20}:[\w-]{20,})/g;

/** Card numbers as printed and typed: Visa, Mastercard, Discover, JCB; American Express. */
const cardNumber =
	/(?<![\d.-])(?:(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6011|65\d\d|35\d\d)([ +-]?)\d{4}\1\d{4}\1\d{4}|3[47]\d\d([ +-]?)\d{6}\2\d{5})(?![\d.-])/g;

/** Words in a path after which random parts grant access. docs/guarantees.md has the same list. */
export const tellingWords: readonly string[] = `
	token passw key share reset invit confirm verif activat unsubscri magic recover session secret otp hook login auth
	unlock forgot join redeem claim accept approv signin sign-in signup sign-up
`
	.trim()
	.split(/\s+/);

/**
 * The parts of a path after such a word: `/password/reset/8f3a…`, also in a file name: `/reset.php/8f3a…`. Also a query or a
 * fragment without a name: `/verify?8f3a…`, but not the version of a file: `/login.js?8f3a…`.
 */
const behindTellingWord = new RegExp(
	`(?:${tellingWords
		.map(word => (/^(?:key|share|join|claim|accept)$/.test(word) ? `${word}[ds]?(?![a-z])` : word))
		.join('|')})(?<=[/#][\\w.~%+[\\]-]{0,80})(?:[\\w.~%+[\\]-]{0,32}(?=/)|[\\w-]{0,32})(?=${[
		'((?:/{1,2}[^\\s\\x80-\\xff/?#"\'`<>&;,|)\\]}\\\\]{1,512}){0,3}/?(?:[?#]/?[\\w.~+%-]{8,512}={0,2}(?![\\w.~+%=-]))?)',
	].join('')})`,
	'gi',
);

/** Shapes of secrets. The first group is the secret; without a group, the whole match. */
const shapes: readonly RegExp[] = [vendorKey, webToken, privateKey, pathSession, webhook];

const allShapes: readonly RegExp[] = [...shapes, cardNumber, behindTellingWord];

/** True if a string may contain a secret that is recognised by its form. */
export function mayHoldShape(text: string): boolean {
	return allShapes.some(shape => text.search(shape) !== -1);
}

/**
 * Checks the check digit of a card number: https://en.wikipedia.org/wiki/Luhn_algorithm. One in ten other numbers passes by
 * chance.
 */
function hasCheckDigit(number: string): boolean {
	let sum = 0;
	const digits = number.replaceAll(/\D/g, '');
	for (let at = 0; at < digits.length; at++) {
		const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
		sum += digit > 9 ? digit - 9 : digit;
	}
	return sum % 10 === 0;
}

/** Files of a website with a hash in their names. */
const file = /\.(?:css|js|mjs|map|json|html?|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|pdf)$/i;

/** Returns all matches. Searches first, because most strings have no match, and `matchAll` copies the pattern even then. */
function matchesOf(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
	return text.search(pattern) === -1 ? [] : text.matchAll(pattern);
}

/** The shapes of keys and tokens in names. Searches and columns have names in lower case. */
const nameShapes: readonly RegExp[] = [vendorKey, webToken].map(shape => new RegExp(shape, 'gi'));

/** Finds keys and tokens in the name of a log field. */
export function findInName(name: string, hide: (start: number, end: number) => void): void {
	for (const shape of nameShapes) {
		for (const {index, 0: found} of matchesOf(shape, name)) {
			hide(index, index + found.length);
		}
	}
}

/** Finds secrets by their form, under any name. */
export function findShapes(text: string, hide: (start: number, end: number) => void): void {
	for (const shape of shapes) {
		for (const found of matchesOf(shape, text)) {
			const end = found.index + found[0].length;
			hide(end - (found[1] ?? found[2] ?? found[0]).length, end);
		}
	}
	for (const {index, 0: number} of matchesOf(cardNumber, text)) {
		if (hasCheckDigit(number)) {
			hide(index, index + number.length);
		}
	}
	for (const {index, 0: telling, 1: parts = ''} of matchesOf(behindTellingWord, text)) {
		const start = index + telling.length;
		for (const {index: at, 0: part} of parts.matchAll(/[^/?#]+/g)) {
			if (looksRandom(part) && !file.test(part)) {
				hide(start + at, start + at + part.length);
			}
		}
	}
}
