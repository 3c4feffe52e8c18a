"""Commonest words of languages that have no word list and are written with few letters beyond ASCII.

Without them a text in Latin or Swahili is what garbage is to the dictionary: letters that no list knows. From the languages' grammars and the
Universal Declaration of Human Rights; three letters and more, as ``lexicon.tokens_of`` cuts them; words that English, German or French share
are left out where the language can do without.
"""

from __future__ import annotations

from collections.abc import Mapping

FUNCTION_WORDS: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        # Filler text ("lorem ipsum") is cut-up Latin: its commonest words stand at the end.
        "la": "est non qui quae quod cum sed aut per atque enim nec neque vel ita iam sunt esse ille haec hoc quam pro sub inter apud post "
        "ante ubi tamen autem eius quis sit omnes omnis omnia ut ad ab ex eo ea id nihil nunc tum ipse ipsa etiam quidem fuit erat erant "
        "esset eos eorum quibus quorum nos vos mihi tibi sibi nobis suis suae suo sua dum nam igitur ergo quoque semper ipsum dolor amet "
        "elit magna nulla eget nisl nunc quisque vitae vestibulum mauris aliquam tellus eu arcu nisi",
        "eu": "eta edo ere bat dira dute izan egin baina den duen diren dela hau hori horrek beste guztiak guztien bere beren arte gabe "
        "dituen dituzte zen ziren baino orok eskubidea eskubide behar izango honetan horren egiten batean bezala oso ez bai duela",
        "cy": "mae yn ac ar gan bod wedi hon hwn hyn nad ond fel ddim bawb pawb ei eu yr oedd sydd roedd hynny mewn neu trwy dros heb "
        "cyn bydd fydd cael gael hawl hawliau gyfer gyda unrhyw dylai hefyd wrth rhwng gweld gwneud gellir honno",
        "sw": "kwa wa ya na ni katika kila mtu watu hii hiyo huo hili haki zao yake wake kuwa kama lakini bila pia sana ambao ambayo "
        "wote yote zote hayo hao ile yenye wenye baada kabla hapa wengine mwingine juu chini kutoka kwamba au anayo ana wana",
        "so": "iyo waa oo ka ku uu ay wuxuu waxaa waxay ahaan qof kasta kale inuu inay lagu laga loo isaga aan ayaa ama leh xaq dadka",
        "ga": "agus gach duine bhfuil bheith chun leis nach aon cheart lena ina raibh mar seo sin nó leo orthu acu gur atá",
        "gd": "agus air gach neach bho ann bha tha iad aig seo sin chan gu leis gum nach airson còir uile",
        "sq": "dhe për një nga kjo por nuk janë është gjithkush drejtë drejta tyre këtë tij saj ose deri kur shumë edhe",
        "ht": "moun tout gen dwa pou yon nan sou yo ki pa ak lan kote avèk tankou fè menm sa li konsa oswa",
        "zu": "ukuthi futhi noma wonke umuntu unelungelo kanye ngoba kodwa lapho uma yini konke abantu bonke ngokuthi",
        "yo": "gbogbo ènìyàn àti àwọn fún nínú wọn láti kan kọọkan máa kò tàbí ẹtọ́ sínú pẹlú",
        "ha": "kuma cikin kowane mutum yana daga wannan domin amma suna tare duk shi waɗanda yancin hakkin",
        "mg": "ny dia izay amin fa sy rehetra olona tsy zon zony isan ireo noho momba ihany misy",
        "mi": "nga ngā ki te o he katoa tangata tana kia hoki enei ana mai roto ranei nei aua",
        "ku": "her kes û bi ji mafê heye yan dibe ne bo xwe wî bê hemû",
        "br": "hag gant evit pep den gwir holl war dre pe ar an eus zo bezañ da nep hep",
        "mt": "kull bniedem jedd għandu tad ta li għal din dan mhux jew minn huwa fuq kien lill ma",
        "eo": "ĉiu ĉiuj havas rajton kaj estas por pri kiu kiel aŭ sen tiu ajn tio kun sia devas laŭ",
        "et": "ning kui või oma igal inimesel õigus tema kõik mis see ega kes ole selle olema peab nende",
    }.items()
}
"""ISO 639 code to words, lower case."""
