import { pinyin } from 'pinyin-pro'

/** Names that English writes in its own way, and the few that pinyin cannot tell. */
const exonyms: Record<string, string> = {
  哈尔滨市: 'Harbin',
  呼和浩特市: 'Hohhot',
  乌鲁木齐市: 'Urumqi',
  拉萨市: 'Lhasa',
  日喀则市: 'Shigatse',
  齐齐哈尔市: 'Qiqihar',
  鄂尔多斯市: 'Ordos',
  呼伦贝尔市: 'Hulunbuir',
  克拉玛依市: 'Karamay',
  吐鲁番市: 'Turpan',
  喀什地区: 'Kashgar Prefecture',
  香格里拉市: 'Shangri-La',
  巴彦淖尔市: 'Bayannur',
  乌兰察布市: 'Ulanqab',
  锡林郭勒盟: 'Xilingol League',
  阿拉善盟: 'Alxa League',
  阿坝藏族羌族自治州: 'Ngawa Tibetan and Qiang Autonomous Prefecture',
  甘孜藏族自治州: 'Garzê Tibetan Autonomous Prefecture',
  昌都市: 'Qamdo',
  林芝市: 'Nyingchi',
  那曲市: 'Nagqu',
  阿里地区: 'Ngari Prefecture',
  阿克苏地区: 'Aksu Prefecture',
  和田地区: 'Hotan Prefecture',
  阿勒泰地区: 'Altay Prefecture',
  博尔塔拉蒙古自治州: 'Bortala Mongol Autonomous Prefecture',
  巴音郭楞蒙古自治州: 'Bayingolin Mongol Autonomous Prefecture',
  克孜勒苏柯尔克孜自治州: 'Kizilsu Kyrgyz Autonomous Prefecture',
  伊犁哈萨克自治州: 'Ili Kazakh Autonomous Prefecture',
  都安瑶族自治县: "Du'an Yao Autonomous County",
  东乡族自治县: 'Dongxiang Autonomous County',
  中沙群岛的岛礁及其海域: 'Zhongsha Islands',
  六安市: "Lu'an",
  城区: 'Urban District',
  郊区: 'Suburban District',
  矿区: 'Mining District',
  东区: 'East District',
  西区: 'West District',
}

/** Longest first. A city is called by its name alone. */
const suffixes: [zh: string, en: string][] = [
  ['经济技术开发区', 'Economic and Technological Development Zone'],
  ['高新技术产业开发区', 'High-Tech Industrial Development Zone'],
  ['经济开发区', 'Economic Development Zone'],
  ['产业园区', 'Industrial Park'],
  ['开发区', 'Development Zone'],
  ['自治州', 'Autonomous Prefecture'],
  ['自治县', 'Autonomous County'],
  ['自治旗', 'Autonomous Banner'],
  ['管理区', 'Management Area'],
  ['新区', 'New Area'],
  ['地区', 'Prefecture'],
  ['林区', 'Forestry District'],
  ['特区', 'Special District'],
  ['群岛', 'Islands'],
  ['省', ''],
  ['市', ''],
  ['区', 'District'],
  ['县', 'County'],
  ['盟', 'League'],
  ['旗', 'Banner'],
]

const peoples: [zh: string, en: string][] = [
  ['朝鲜族', 'Korean'],
  ['土家族', 'Tujia'],
  ['布依族', 'Buyei'],
  ['哈尼族', 'Hani'],
  ['景颇族', 'Jingpo'],
  ['傈僳族', 'Lisu'],
  ['拉祜族', 'Lahu'],
  ['纳西族', 'Naxi'],
  ['仡佬族', 'Gelao'],
  ['毛南族', 'Maonan'],
  ['仫佬族', 'Mulao'],
  ['布朗族', 'Blang'],
  ['普米族', 'Pumi'],
  ['保安族', 'Bonan'],
  ['东乡族', 'Dongxiang'],
  ['撒拉族', 'Salar'],
  ['裕固族', 'Yugur'],
  ['达斡尔族', 'Daur'],
  ['鄂温克族', 'Evenki'],
  ['蒙古族', 'Mongol'],
  ['哈萨克族', 'Kazakh'],
  ['各族', 'Multinational'],
  ['藏族', 'Tibetan'],
  ['羌族', 'Qiang'],
  ['彝族', 'Yi'],
  ['苗族', 'Miao'],
  ['侗族', 'Dong'],
  ['壮族', 'Zhuang'],
  ['傣族', 'Dai'],
  ['白族', 'Bai'],
  ['回族', 'Hui'],
  ['瑶族', 'Yao'],
  ['黎族', 'Li'],
  ['畲族', 'She'],
  ['满族', 'Manchu'],
  ['水族', 'Shui'],
  ['佤族', 'Va'],
  ['怒族', 'Nu'],
  ['独龙族', 'Derung'],
  ['土族', 'Tu'],
  ['蒙古', 'Mongol'],
  ['哈萨克', 'Kazakh'],
  ['柯尔克孜', 'Kyrgyz'],
  ['塔吉克', 'Tajik'],
  ['锡伯', 'Xibe'],
]

/** How English writes an administrative area: its name in pinyin and what it is. */
export function englishName(name: string): string {
  const known = exonyms[name]
  if (known) return known
  const [ending, kind] = suffixes.find(([zh]) => name.endsWith(zh) && name.length > zh.length) ?? ['', '']
  let length = name.length - ending.length
  const named: string[] = []
  for (;;) {
    const stem = name.slice(0, length)
    const people = peoples.find(([zh]) => stem.endsWith(zh) && stem.length > zh.length)
    if (!people || !ending.startsWith('自治')) break
    named.unshift(people[1])
    length -= people[0].length
  }
  return [romanised(name, length), named.join(' and '), kind].filter(part => part !== '').join(' ')
}

/** The first `length` characters in pinyin as one word; read together with the rest, which decides how they sound. */
function romanised(name: string, length: number): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array' }).slice(0, length)
  const word = syllables
    .map((syllable, index) => (index > 0 && /^[aoe]/.test(syllable) ? `'${syllable}` : syllable))
    .join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
