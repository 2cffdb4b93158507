import {readFileSync} from 'node:fs';
import test from 'ava';
import {TextRedactor} from '../../source/redaction/redact-text.js';
import {tellingWords, vendorKeys} from '../../source/redaction/secret-shapes.js';
import {words} from '../helpers/words.js';

const redactor = new TextRedactor();

/** Digits of a key. The forms are as documented by the vendors. */
function hex(length: number): string {
	return '0a1b2c3d4e5f'.repeat(8).slice(0, length);
}
function mixed(length: number): string {
	return 'Zq7Xk2Wv9Rt4'.repeat(20).slice(0, length);
}
function small(length: number): string {
	return 'zq7xk2wv9rt4'.repeat(20).slice(0, length);
}
function capitals(length: number): string {
	return mixed(length).toUpperCase();
}

const keys: Readonly<Record<string, readonly string[]>> = {
	Airtable: [`pat${mixed(14)}.${hex(64)}`],
	'Alibaba Cloud': [`LTAI${mixed(20)}`],
	Anthropic: [`sk-ant-api03-${mixed(86)}-${mixed(6)}AA`],
	Atlassian: [
		`ATATT3xFfGF0${mixed(180)}=${hex(8)}`,
		`ATCTT3xFfGN0${mixed(180)}=${hex(8)}`,
		`ATBB${mixed(32)}`,
	],
	AWS: [`AKIA${capitals(16)}`, `ASIA${capitals(16)}`],
	Azure: [`abc8Q~${mixed(34)}`],
	Brevo: [`xkeysib-${hex(64)}-${mixed(16)}`],
	Databricks: [`dapi${hex(32)}`, `dapi${hex(32)}-2`],
	DigitalOcean: [`dop_v1_${hex(64)}`],
	Discord: [`M${mixed(23)}.${mixed(6)}.${mixed(38)}`],
	Docker: [`dckr_pat_${mixed(27)}`, `dckr_oat_${mixed(32)}`],
	Doppler: [`dp.pt.${mixed(43)}`],
	Facebook: [`EAA${mixed(120)}`],
	Figma: [`figd_${mixed(18)}-${mixed(21)}`, `figu_${mixed(40)}`],
	GitHub: [`ghp_${mixed(36)}`, `ghs_${mixed(36)}`, `github_pat_${mixed(22)}_${mixed(59)}`],
	GitLab: [
		`glpat-${mixed(20)}`,
		`glpat-${mixed(27)}.01.${small(9)}`,
		`gldt-${mixed(20)}`,
		`glagent-${mixed(50)}`,
	],
	Google: [`AIza${mixed(35)}`, `ya29.${mixed(60)}`, `GOCSPX-${mixed(12)}-${mixed(15)}`, `1//0${mixed(60)}`],
	Grafana: [`glsa_${mixed(32)}_${hex(8)}`, `glc_${mixed(60)}==`],
	Groq: [`gsk_${mixed(52)}`],
	'HashiCorp Vault': [
		...[`hvs.${mixed(24)}`, `hvs.${mixed(60)}_${mixed(30)}`, `hvb.${mixed(140)}`, `hvr.${mixed(100)}`],
		...[`s.${mixed(24)}`, `s.${mixed(24)}.${mixed(5)}`],
	],
	Heroku: [`HRKU-${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`, `HRKU-AA${mixed(58)}`],
	'Hugging Face': [`hf_${mixed(34)}`],
	Linear: [`lin_api_${mixed(40)}`, `lin_oauth_${hex(64)}`],
	Mailchimp: [`${hex(32)}-us12`],
	Mailgun: [`key-${hex(32)}`, `pubkey-${hex(32)}`, `${hex(32)}-${hex(8)}-${hex(8)}`],
	Netlify: [`nfp_${mixed(36)}`],
	'New Relic': [`NRAK-${capitals(27)}`, `NRII-${mixed(32)}`, `NRJS-${hex(19)}`, `eu01xx${hex(30)}NRAL`],
	Notion: [`secret_${mixed(43)}`, `ntn_12345678901${mixed(35)}`],
	npm: [`npm_${mixed(36)}`],
	OpenAI: [
		...[`sk-${mixed(48)}`, `sk-proj-${mixed(40)}_${mixed(30)}-${mixed(30)}`, `sk-svcacct-${mixed(60)}`],
		...[`sk-${hex(32)}`, `sk-or-v1-${hex(64)}`, `sk-proj-${small(48)}`],
	],
	Perplexity: [`pplx-${mixed(48)}`],
	PlanetScale: [`pscale_tkn_${mixed(43)}`],
	Postman: [`PMAK-${hex(24)}-${hex(34)}`],
	PyPI: [`pypi-AgEIcHlwaS5vcmc${mixed(80)}`],
	Replicate: [`r8_${mixed(37)}`],
	RubyGems: [`rubygems_${hex(48)}`],
	SendGrid: [`SG.${mixed(22)}.${mixed(43)}`],
	Sentry: [`sntrys_eyJpYXQiOjE3${mixed(90)}=_${mixed(43)}`, `sntryu_${hex(64)}`],
	Shopify: [`shpat_${hex(32)}`],
	Slack: [
		...[`xoxb-123456789012-1234567890123-${mixed(24)}`, `xapp-1-A${capitals(10)}-1234567890123-${hex(64)}`],
		...[`xoxe.xoxp-1-${mixed(160)}`, `xoxd-${mixed(40)}/${mixed(40)}+${mixed(20)}`, `xoxc-12-34-${hex(64)}`],
	],
	Square: [`sq0atp-${mixed(22)}`],
	Stripe: [`sk_live_${mixed(24)}`, `rk_test_${mixed(24)}`, `whsec_${mixed(32)}`],
	Supabase: [`sbp_${hex(40)}`, `sbp_oauth_${hex(40)}`, `sb_secret_${mixed(22)}_${mixed(8)}`],
	Tailscale: [`tskey-auth-${mixed(12)}CNTRL-${mixed(32)}`, `tskey-${hex(16)}`],
	Telegram: [`123456789:AA${mixed(33)}`, `1234567890:AAF-${mixed(15)}_${mixed(15)}`],
	Terraform: [`${mixed(14)}.atlasv1.${mixed(67)}`],
	Twilio: [`SK${hex(32)}`],
	xAI: [`xai-${mixed(80)}`],
};

for (const [vendor, examples] of Object.entries(keys)) {
	test(`hides keys of ${vendor} anywhere`, t => {
		for (const key of examples) {
			const text = (of: string) => redactor.redact(of, 'text');
			const url = (of: string) => redactor.redact(of, 'url');
			t.is(text(`got ${key}, so`), 'got REDACTED, so');
			t.is(text(`{"a":"${key}","b":[]}`), '{"a":"REDACTED","b":[]}');
			t.is(text(`{"a":"{\\"b\\":\\"${key}\\"}"}`), '{"a":"{\\"b\\":\\"REDACTED\\"}"}');
			t.is(text(`"${[...key].map(sign => `\\x${sign.charCodeAt(0).toString(16)}`).join('')}"`), '"REDACTED"');
			t.is(url(`/a/${key}?b`), '/a/REDACTED?b');
			t.is(url(`/a#${key}`), '/a#REDACTED');
			t.is(url(`/a?b=${encodeURIComponent(key)}&c`), '/a?b=REDACTED&c');
			t.is(url(`/a?b=${encodeURIComponent(encodeURIComponent(key))}`), '/a?b=REDACTED');
			t.is(url(`/a?u=${encodeURIComponent(`/b?c=${key}`)}`), '/a?u=%2Fb%3Fc%3DREDACTED');
		}
	});
}

test('every vendor has an example, and the guarantees name it', t => {
	const guarantees = readFileSync('docs/guarantees.md', 'utf8').replaceAll(/\s+/g, ' ');
	t.deepEqual(
		vendorKeys.map(([vendor]) => vendor).filter(vendor => !keys[vendor] || !guarantees.includes(vendor)),
		[],
	);
});

test('hides random parts of a path after every word that announces a secret', t => {
	const guarantees = new Set(readFileSync('docs/guarantees.md', 'utf8').match(/[a-z-]+/g));
	for (const word of tellingWords) {
		t.true(guarantees.has(word), `the guarantees list ${word}`);
		for (const [path, shown] of [
			[`/${word}/kXqzVbwMtr`, `/${word}/REDACTED`],
			[`/a/user-${word}/kxqzvbwmtr/edit?p=1`, `/a/user-${word}/REDACTED/edit?p=1`],
			[`/${word.toUpperCase()}/by/mail/8f3a1b2c9d`, `/${word.toUpperCase()}/by/mail/REDACTED`],
			[`/${word}/my-holiday-photos`, `/${word}/my-holiday-photos`],
		] as const) {
			t.is(redactor.redact(path, 'url'), shown);
			t.is(redactor.redact(`"GET ${path} HTTP/1.1"`, 'text'), `"GET ${shown} HTTP/1.1"`);
			t.is(redactor.redact(`/?r=${encodeURIComponent(path)}`, 'url').includes('REDACTED'), path !== shown);
		}
	}
});

test('a word announces a secret with any other characters around it', t => {
	for (const part of words`reset.php a.token tokens[0] user%5Bpassword%5D auth.service reset%2Dpw`) {
		t.is(redactor.redact(`/x/${part}/8f3a1b2c9d`, 'url'), `/x/${part}/REDACTED`);
		t.is(redactor.redact(`/x/${part}/list`, 'url'), `/x/${part}/list`);
	}
	for (const path of ['/login.js?8f3a1b2c9d', '/auth.js/8f3a1b2c9d.map', '/v1.2/auth.8f3a1b2c9d.js']) {
		t.is(redactor.redact(path, 'url'), path);
	}
});
