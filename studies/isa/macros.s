// The instructions of the extension as macros for the GNU assembler and LLVM's, such as
//     krhopi v1, v2, v3, v4, 5
// Written by `counterpoint-isa write`.

.set .Lnumber_of_v0, 0
.set .Lnumber_of_v1, 1
.set .Lnumber_of_v2, 2
.set .Lnumber_of_v3, 3
.set .Lnumber_of_v4, 4
.set .Lnumber_of_v5, 5
.set .Lnumber_of_v6, 6
.set .Lnumber_of_v7, 7
.set .Lnumber_of_v8, 8
.set .Lnumber_of_v9, 9
.set .Lnumber_of_v10, 10
.set .Lnumber_of_v11, 11
.set .Lnumber_of_v12, 12
.set .Lnumber_of_v13, 13
.set .Lnumber_of_v14, 14
.set .Lnumber_of_v15, 15
.set .Lnumber_of_v16, 16
.set .Lnumber_of_v17, 17
.set .Lnumber_of_v18, 18
.set .Lnumber_of_v19, 19
.set .Lnumber_of_v20, 20
.set .Lnumber_of_v21, 21
.set .Lnumber_of_v22, 22
.set .Lnumber_of_v23, 23
.set .Lnumber_of_v24, 24
.set .Lnumber_of_v25, 25
.set .Lnumber_of_v26, 26
.set .Lnumber_of_v27, 27
.set .Lnumber_of_v28, 28
.set .Lnumber_of_v29, 29
.set .Lnumber_of_v30, 30
.set .Lnumber_of_v31, 31

.macro pswapx d:req, n:req, m:req
.set .Lcode, 216
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro prl1x d:req, n:req, m:req, i:req
.set .Lcode, 217 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro prhopi d:req, n:req, m:req, i:req
.set .Lcode, 219 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro pchi d:req, n:req, m:req
.set .Lcode, 234
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro pchil d:req, n:req, m:req, i:req
.set .Lcode, 235 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro prl1x32 d:req, n:req, m:req, i:req
.set .Lcode, 153 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro prl1x16 d:req, n:req, m:req, i:req
.set .Lcode, 89 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro prl1x8 d:req, n:req, m:req, i:req
.set .Lcode, 25 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro prhopi32 d:req, n:req, m:req, i:req
.set .Lcode, 155 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro prhopi16 d:req, n:req, m:req, i:req
.set .Lcode, 91 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro prhopi8 d:req, n:req, m:req, i:req
.set .Lcode, 27 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro keor3 d:req, n:req, m:req, a:req
.set .Lcode, 192
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro kfold d:req, n:req, m:req, a:req
.set .Lcode, 193
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro ktheta d:req, n:req, m:req, a:req, i:req
.set .Lcode, 194 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro krhopi d:req, n:req, m:req, a:req, i:req
.set .Lcode, 198 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro kchi d:req, n:req, m:req, a:req
.set .Lcode, 211
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro kchim d:req, n:req, m:req, a:req, i:req
.set .Lcode, 212 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro kchil d:req, n:req, m:req, a:req
.set .Lcode, 214
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro ktheta32 d:req, n:req, m:req, a:req, i:req
.set .Lcode, 130 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro ktheta16 d:req, n:req, m:req, a:req, i:req
.set .Lcode, 66 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro ktheta8 d:req, n:req, m:req, a:req, i:req
.set .Lcode, 2 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro krhopi32 d:req, n:req, m:req, a:req, i:req
.set .Lcode, 134 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro krhopi16 d:req, n:req, m:req, a:req, i:req
.set .Lcode, 70 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro krhopi8 d:req, n:req, m:req, a:req, i:req
.set .Lcode, 6 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro kasum d:req, n:req, m:req, a:req
.set .Lcode, 240
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm

.macro kascon d:req, n:req, m:req, a:req, i:req
.set .Lcode, 241 + \i
.set .Lregisters, .Lnumber_of_\d << 0 | .Lnumber_of_\n << 5 | .Lnumber_of_\m << 16 | .Lnumber_of_\a << 10
.inst 0x02000000 | .Lcode >> 5 << 29 | (.Lcode >> 1 & 15) << 21 | (.Lcode & 1) << 15 | .Lregisters
.endm
